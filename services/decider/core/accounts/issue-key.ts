import type { MailboxCounts } from '../../../../schemas/accounts/mailbox-events.ts';
import type { Personal } from '../../../../schemas/accounts/personal.ts';
import { freePlan } from '../../../../schemas/billing/quota.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import {
  addressStream,
  apiKeyStream,
  channelStream,
  mailboxStream,
  type OrganizationId,
  organizationStream,
  registrationStream,
  type StreamName,
  subscriptionStream,
  type UserId,
} from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject, type StreamAppend } from '../decision.ts';
import { personOf } from '../members/people.ts';
import { type Address, addresses } from './address.ts';
import { keysPerMailboxMax, organizationsPerMailboxMax, withKey } from './mailbox.ts';
import type { Registration } from './registration.ts';

type Verify = CommandOf<'VerifyRegistration'>;

type Verified = {
  readonly registration: Registration;
  readonly counts: MailboxCounts;
  readonly states: States;
};

/** What follows from the right code. */
export function issueKey(command: Verify, verified: Verified): Decision {
  const { registration, counts, states } = verified;
  const { addressHash, apiKey } = command.data;
  const { mailboxHash } = registration;
  const user = stateOf(addresses, states, addressStream(addressHash))?.user;
  const isNew = user === undefined;
  // A key may do what an owner may.
  if (user !== undefined && personOf(user.organizationId, user.userId, states)?.role !== 'owner')
    return reject('not_an_owner', 'only an owner of the organization gets a key of it by a code');
  const full = noRoom(counts, isNew);
  if (full !== undefined) return full;
  const counted = { mailboxHash, keyId: apiKey.id, isNew, counts: withKey(counts, isNew) };
  return accept(
    append(mailboxStream(mailboxHash), { type: 'KeyCounted', data: counted }),
    ...(isNew ? createAll(command, registration) : [integrate(command, registration, user)]),
    ...issued(command, registration, user ?? command.data.ifNew),
  );
}

function noRoom({ organizations, keys }: MailboxCounts, isNew: boolean): Rejected | undefined {
  if (isNew && organizations >= organizationsPerMailboxMax) {
    return reject(
      'limit_reached',
      `one mailbox may have at most ${organizationsPerMailboxMax} organizations (organizations per mailbox), use an address that has one`,
    );
  }
  if (keys >= keysPerMailboxMax) {
    return reject(
      'limit_reached',
      `one mailbox may have at most ${keysPerMailboxMax} API keys (API keys per mailbox), revoke one that is not used`,
    );
  }
  return undefined;
}

/** The address comes first: its first `UserCreated` decides which organization it has. */
function createAll(command: Verify, registration: Registration): readonly StreamAppend[] {
  const { addressHash, ifNew } = command.data;
  const { userId, organizationId, channelId, email, plan = freePlan } = ifNew;
  const displayName = displayNameOf(ifNew.displayName, registration);
  return [
    append(addressStream(addressHash), {
      type: 'UserCreated',
      data: { addressHash, userId, organizationId, email },
    }),
    append(
      organizationStream(organizationId),
      { type: 'OrganizationCreated', data: { organizationId, displayName, ownerId: userId } },
      integrated(command, registration, organizationId),
    ),
    append(subscriptionStream(organizationId), {
      type: 'SubscriptionStarted',
      data: { organizationId, ...plan },
    }),
    append(channelStream(channelId), {
      type: 'ChannelAdded',
      data: { channelId, organizationId, kind: 'email', target: email },
    }),
  ];
}

function issued(
  { data: { sessionId, apiKey } }: Verify,
  { serviceName, mailboxHash }: Registration,
  { userId, organizationId }: { userId: UserId; organizationId: OrganizationId },
): readonly StreamAppend[] {
  const { id: keyId, kind, hash, hint } = apiKey;
  return [
    append(apiKeyStream(keyId), {
      type: 'ApiKeyIssued',
      data: { keyId, organizationId, kind, hash, hint, serviceName, mailboxHash },
    }),
    append(registrationStream(sessionId), {
      type: 'RegistrationVerified',
      data: { sessionId, userId, organizationId, keyId, serviceName },
    }),
  ];
}

/** A service that is registered again has one more such fact; its readers keep the first. */
const integrate = (
  command: Verify,
  registration: Registration,
  { organizationId }: Address['user'],
): StreamAppend =>
  append(organizationStream(organizationId), integrated(command, registration, organizationId));

/** A command of version 1 brings a generated name only, and a registration of version 1 may have one in clear. */
function displayNameOf(given: Personal, { displayName }: Registration): Personal {
  if ('sealed' in given || displayName === undefined || 'sealed' in displayName) return given;
  return displayName;
}

/** Drops what is sealed for an organization that is not the one of the address. */
function integrated(
  { data: { described } }: Verify,
  { serviceName, source, metadata: requested }: Registration,
  organizationId: OrganizationId,
): EventPayload {
  const metadata: Personal | undefined =
    described?.organizationId === organizationId
      ? { sealed: described.metadata }
      : requested && 'clear' in requested
        ? requested
        : undefined;
  return {
    type: 'ServiceIntegrated',
    data: { organizationId, serviceName, source, ...(metadata && { metadata }) },
  };
}

const append = (stream: StreamName, ...facts: readonly EventPayload[]): StreamAppend => ({
  stream,
  facts,
});
