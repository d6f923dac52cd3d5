import type { CommandOf } from '../../../schemas/commands/command.ts';
import type { Fact } from '../../../schemas/events/event.ts';
import {
  addressStream,
  apiKeyStream,
  channelStream,
  type OrganizationId,
  organizationStream,
  registrationStream,
  type StreamName,
  subscriptionStream,
  type UserId,
} from '../../../schemas/ids.ts';
import { freePlan } from '../../../schemas/quota.ts';
import type { Address } from './address.ts';
import { type Append, accept, type Decision, reject, type States } from './decision.ts';
import type { Registration } from './registration.ts';
import { only } from './state.ts';

type Verify = CommandOf<'VerifyRegistration'>;

/** The organization of a known address is only known once the address was read. */
export function verifyRegistrationStreams({ data }: Verify, states: States): readonly StreamName[] {
  const address = addressStream(data.addressHash);
  const user = only('address', states.get(address))?.user;
  const known = user === undefined ? [] : [organizationStream(user.organizationId)];
  return [registrationStream(data.sessionId), address, ...known];
}

export function verifyRegistration(command: Verify, states: States): Decision {
  const { addressHash, sessionId, codeMac } = command.data;
  const registration = only('registration', states.get(registrationStream(sessionId)));
  if (registration === undefined || registration.addressHash !== addressHash) {
    return reject('registration_unknown', 'there is no such registration');
  }
  const refused = refusal(registration, command.atMs);
  if (refused !== undefined) return refused;
  if (registration.codeMac !== codeMac) return rejectCode(command, registration);
  const user = only('address', states.get(addressStream(addressHash)))?.user;
  return user === undefined
    ? verifyNew(command, registration)
    : verifyKnown(command, registration, user, states);
}

function refusal(registration: Registration, atMs: number): Decision | undefined {
  if (registration.verified) {
    return reject('verification_code_used', 'the verification code was used already');
  }
  if (registration.attemptsLeft <= 0) {
    return reject('verification_locked', 'too many wrong codes were tried, register again');
  }
  if (atMs >= registration.expiresAtMs) {
    return reject(
      'verification_code_expired',
      'the verification code has expired, register again to get a new one',
    );
  }
  return undefined;
}

function rejectCode({ data: { sessionId } }: Verify, registration: Registration): Decision {
  const attemptsLeft = registration.attemptsLeft - 1;
  const rejected: Fact = {
    type: 'VerificationCodeRejected',
    data: { sessionId, attemptsLeft },
  };
  return accept({ stream: registrationStream(sessionId), facts: [rejected] });
}

/** The address comes first: whoever appends its user decides which organization it has. */
function verifyNew(command: Verify, registration: Registration): Decision {
  const { addressHash, ifNew } = command.data;
  const { userId, organizationId, channelId, email, plan = freePlan } = ifNew;
  const name = registration.organizationName ?? ifNew.generatedName;
  return accept(
    append(addressStream(addressHash), {
      type: 'UserCreated',
      data: { addressHash, userId, organizationId, email },
    }),
    append(
      organizationStream(organizationId),
      { type: 'OrganizationCreated', data: { organizationId, name, ownerId: userId } },
      integrated(registration, organizationId),
    ),
    append(subscriptionStream(organizationId), {
      type: 'SubscriptionStarted',
      data: { organizationId, ...plan },
    }),
    append(channelStream(channelId), {
      type: 'ChannelAdded',
      data: { channelId, organizationId, kind: 'email', target: email },
    }),
    ...issued(command, registration, { userId, organizationId }),
  );
}

function verifyKnown(
  command: Verify,
  registration: Registration,
  user: NonNullable<Address['user']>,
  states: States,
): Decision {
  const stream = organizationStream(user.organizationId);
  const services = only('organization', states.get(stream))?.services;
  const isNew = services?.has(registration.serviceName) !== true;
  return accept(
    append(stream, ...(isNew ? [integrated(registration, user.organizationId)] : [])),
    ...issued(command, registration, user),
  );
}

function issued(
  { data: { sessionId, apiKey } }: Verify,
  { serviceName }: Registration,
  { userId, organizationId }: { userId: UserId; organizationId: OrganizationId },
): readonly Append[] {
  const { id: keyId, kind, hash, hint } = apiKey;
  return [
    append(apiKeyStream(keyId), {
      type: 'ApiKeyIssued',
      data: { keyId, organizationId, kind, hash, hint, serviceName },
    }),
    append(registrationStream(sessionId), {
      type: 'RegistrationVerified',
      data: { sessionId, userId, organizationId, keyId, serviceName },
    }),
  ];
}

const integrated = (
  { serviceName, source, sourceMetadata }: Registration,
  organizationId: OrganizationId,
): Fact => ({
  type: 'ServiceIntegrated',
  data: { organizationId, serviceName, source, sourceMetadata },
});

const append = (stream: StreamName, ...facts: readonly Fact[]): Append => ({ stream, facts });
