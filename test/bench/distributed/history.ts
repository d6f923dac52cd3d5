import type { EventStore } from '../../../platform/event-store/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import {
  type DomainEvent,
  type EventPayload,
  eventVersion,
} from '../../../schemas/events/event.ts';
import {
  addressHash,
  addressStream,
  apiKeyStream,
  commandId,
  eventId,
  keyId,
  nilOrganization,
  organizationId,
  organizationStream,
  registrationStream,
  type StreamName,
  sealed,
  sessionId,
  subscriptionStream,
  userId,
} from '../../../schemas/ids.ts';

type Happening = readonly [stream: StreamName, fact: EventPayload];

/** Lives that are appended at the same time, as by deciders of so many partitions. */
const atOnce = 256;
const lifeEveryMs = 4 * 60_000;
const address = sealed('A'.repeat(120));
const metadata = { sealed: sealed('A'.repeat(60)) };
const displayName = { sealed: sealed('A'.repeat(50)) };

/** Appends accounts, each of which registers, verifies and has its key revoked, until so many events are there. */
export async function appendHistory(store: EventStore, events: number): Promise<void> {
  const lives = Math.ceil(events / happeningsOf(0).length);
  for (let first = 0; first < lives; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, lives - first) }, (_, at) => first + at);
    await Promise.all(some.map(number => appendLife(store, number)));
  }
}

async function appendLife(store: EventStore, number: number): Promise<void> {
  for (const [index, [stream, fact]] of happeningsOf(number).entries())
    await store.append(stream, [eventOf(fact, number, index)], 'any');
}

const idOf = (what: string, number: number): string => uuidV5(nilOrganization, `${what} ${number}`);

function happeningsOf(number: number): readonly Happening[] {
  const organization = organizationId(idOf('organization', number));
  const [session, user] = [sessionId(idOf('session', number)), userId(idOf('user', number))];
  const [key, hash] = [keyId(idOf('key', number)), addressHash(idOf('address', number))];
  const service = { serviceName: 'checkout', source: 'cli', metadata };
  const mine = { organizationId: organization };
  const expiresAtMs = number * lifeEveryMs + 900_000;
  const requested = { sessionId: session, addressHash: hash, email: address, ...service };
  const verified = { sessionId: session, userId: user, keyId: key, serviceName: 'checkout' };
  const issued = { keyId: key, kind: 'live', hash: hash, hint: 'abcd', serviceName: 'checkout' };
  const registration = registrationStream(session);
  return [
    [
      registration,
      { type: 'RegistrationRequested', data: { ...requested, codeMac: hash, expiresAtMs } },
    ],
    [addressStream(hash), { type: 'CodeSent', data: { addressHash: hash, sessionId: session } }],
    [
      addressStream(hash),
      { type: 'UserCreated', data: { ...mine, addressHash: hash, userId: user, email: address } },
    ],
    [
      organizationStream(organization),
      { type: 'OrganizationCreated', data: { ...mine, displayName, ownerId: user } },
    ],
    [
      subscriptionStream(organization),
      {
        type: 'SubscriptionStarted',
        data: { ...mine, plan: 'free', traceLimit: 200_000, bytesLimit: 20e9 },
      },
    ],
    [
      organizationStream(organization),
      { type: 'ServiceIntegrated', data: { ...mine, ...service } },
    ],
    [apiKeyStream(key), { type: 'ApiKeyIssued', data: { ...mine, ...issued, kind: 'live' } }],
    [registration, { type: 'RegistrationVerified', data: { ...mine, ...verified } }],
    [apiKeyStream(key), { type: 'ApiKeyRevoked', data: { ...mine, keyId: key, hash } }],
  ];
}

/** Three commands made them: to register, to verify and to revoke; the last event of each answers. */
function eventOf(fact: EventPayload, number: number, index: number): DomainEvent {
  const cause = idOf(index < 2 ? 'register' : index < 8 ? 'verify' : 'revoke', number);
  const answers = fact.type === 'CodeSent' || index >= 7;
  return {
    ...fact,
    id: eventId(uuidV5(cause, `${index}`)),
    version: eventVersion,
    ...(index > 1 && { organizationId: organizationId(idOf('organization', number)) }),
    atMs: number * lifeEveryMs,
    causationId: commandId(cause),
    correlationId: cause,
    actor: `session:${idOf('session', number)}`,
    ...(answers && { answers: { requestHash: idOf('request', number) } }),
  };
}
