import {
  afterRecipientEvent,
  type RecipientState,
} from '../../../../domain/channels/recipient-state.ts';
import {
  type Recipient,
  recipientIdOf,
  recipientStream,
} from '../../../../schemas/channels/recipient.ts';
import type { RecipientEvent } from '../../../../schemas/channels/recipient-events.ts';
import { addressStream, type OrganizationId } from '../../../../schemas/ids.ts';
import { addresses } from '../accounts/address.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';

export type KnownRecipient = RecipientState & { readonly kind: 'recipient' };

/** Mails to an address may begin and end any number of times. */
export const recipients = aggregate<KnownRecipient, RecipientEvent['type']>({
  kind: 'recipient',
  reads: 'carried',
  version: 1,
  events: {
    ChannelConfirmationRequested: true,
    ChannelAddressConfirmed: true,
    ChannelAddressUnsubscribed: true,
  },
  evolve: (state, event) => ({ kind: 'recipient', ...afterRecipientEvent(state, event) }),
});

/** Whether the address is that of a user of the organization. */
export const isMember = (
  organizationId: OrganizationId,
  { addressHash }: Pick<Recipient, 'addressHash'>,
  states: States,
): boolean =>
  stateOf(addresses, states, addressStream(addressHash))?.user.organizationId === organizationId;

export const recipientFor = (
  organizationId: OrganizationId,
  recipient: Recipient,
  states: States,
): KnownRecipient | undefined =>
  stateOf(recipients, states, recipientStream(recipientIdOf(organizationId, recipient)));
