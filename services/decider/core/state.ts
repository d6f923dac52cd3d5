import type { DomainEvent } from '../../../schemas/events/event.ts';
import { type Address, evolveAddress } from './address.ts';
import { type ApiKey, evolveApiKey } from './api-key.ts';
import { evolveMailbox, type Mailbox } from './mailbox.ts';
import { evolveOrganization, type Organization } from './organization.ts';
import { evolveRegistration, type Registration } from './registration.ts';
import { evolveSubscription, type Subscription } from './subscription.ts';

/** What deciding needs to know of one stream, by the kind of thing the stream is about. */
export type State = Address | ApiKey | Mailbox | Organization | Registration | Subscription;

/** State of a stream after one more event; undefined as long as nothing in it matters to a decision. */
export function evolve(state: State | undefined, event: DomainEvent): State | undefined {
  switch (event.type) {
    case 'UserCreated':
      return evolveAddress(event);
    case 'CodeSent':
      return event.data.counts === undefined ? state : evolveMailbox(event.data.counts);
    case 'WrongCodeCounted':
    case 'KeyCounted':
    case 'KeyUncounted':
      return evolveMailbox(event.data.counts);
    case 'RegistrationRequested':
    case 'VerificationCodeRejected':
    case 'RegistrationVerified':
      return evolveRegistration(only('registration', state), event);
    case 'OrganizationCreated':
    case 'ServiceIntegrated':
      return evolveOrganization(only('organization', state), event);
    case 'ApiKeyIssued':
    case 'ApiKeyRevoked':
      return evolveApiKey(only('api-key', state), event);
    case 'SubscriptionStarted':
    case 'QuotaWarned':
    case 'QuotaExceeded':
    case 'QuotaRestored':
    case 'PeriodClosed':
      return evolveSubscription(only('subscription', state), event);
    case 'ChannelAdded':
    case 'CommandRejected':
    case 'DeliverySettled':
    case 'DeliveryFailed':
    case 'DeliveryExhausted':
      return state;
  }
}

/** The state if it is of this kind; a stream that holds another kind counts as empty. */
export function only<Kind extends State['kind']>(
  kind: Kind,
  state: State | undefined,
): Extract<State, { readonly kind: Kind }> | undefined {
  return isOf(kind, state) ? state : undefined;
}

const isOf = <Kind extends State['kind']>(
  kind: Kind,
  state: State | undefined,
): state is Extract<State, { readonly kind: Kind }> => state?.kind === kind;
