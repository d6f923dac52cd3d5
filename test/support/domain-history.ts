import fc from 'fast-check';
import type { RecordedEvent } from '../../platform/event-store/port.ts';
import type { DomainEvent, EventPayload } from '../../schemas/events/event.ts';
import { eventVersion } from '../../schemas/events/event.ts';
import {
  addressHash,
  apiKeyStream,
  commandId,
  eventId,
  keyId,
  organizationId,
  organizationStream,
  registrationStream,
  type StreamName,
  sealed,
  sessionId,
  userId,
} from '../../schemas/ids.ts';

type Happening = { readonly stream: StreamName; readonly fact: EventPayload };

const session = (n: number) => sessionId(`session-${n}`);
const organization = (n: number) => organizationId(`organization-${n}`);
const key = (n: number) => keyId(`key-${n}`);

const happenings: readonly ((n: number) => Happening)[] = [
  n => ({
    stream: registrationStream(session(n)),
    fact: {
      type: 'RegistrationRequested',
      data: {
        sessionId: session(n),
        addressHash: addressHash(`hash-${n}`),
        email: sealed(`sealed-${n}`),
        serviceName: 'checkout',
        source: 'cli',
        metadata: { sealed: sealed(`metadata-${n}`) },
        codeMac: 'mac',
        expiresAtMs: n * 3_600_000,
      },
    },
  }),
  n => ({
    stream: registrationStream(session(n)),
    fact: {
      type: 'RegistrationVerified',
      data: {
        sessionId: session(n),
        userId: userId(`user-${n}`),
        organizationId: organization(n),
        keyId: key(n),
        serviceName: 'checkout',
      },
    },
  }),
  n => ({
    stream: apiKeyStream(key(n)),
    fact: {
      type: 'ApiKeyIssued',
      data: {
        keyId: key(n),
        organizationId: organization(n),
        kind: 'live',
        hash: `hash-${n}`,
        hint: 'abcd',
        serviceName: 'checkout',
      },
    },
  }),
  n => ({
    stream: apiKeyStream(key(n)),
    fact: {
      type: 'ApiKeyRevoked',
      data: { keyId: key(n), organizationId: organization(n), hash: `hash-${n}` },
    },
  }),
  n => ({
    stream: organizationStream(organization(n)),
    fact: {
      type: 'ServiceIntegrated',
      data: {
        organizationId: organization(n % 2),
        serviceName: `service-${n}`,
        source: 'cli',
      },
    },
  }),
  n => ({
    stream: registrationStream(session(n)),
    fact: {
      type: 'DeliverySettled',
      data: { deliveryId: `delivery-${n}`, target: 'mail', causeId: eventId(`${n}`), cursor: n },
    },
  }),
];

/** Histories in which the same few things happen again and again, over some days. */
export const domainHistories = fc
  .array(
    fc.record({
      kind: fc.nat(happenings.length - 1),
      n: fc.nat(5),
      minutes: fc.nat(600),
      answers: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map(steps => {
    let atMs = 0;
    return steps.map(({ kind, n, minutes, answers }, index): Recording => {
      const happened = happenings[kind]?.(n);
      if (happened === undefined) throw new Error(`expected a happening, found none at ${kind}`);
      atMs += minutes * 60_000;
      const event = eventOf(happened.fact, index, atMs);
      return {
        stream: happened.stream,
        event: { ...event, ...(answers && { answers: { requestHash: `request-${index}` } }) },
      };
    });
  });

/** A fact with an envelope; its ids follow from the index. */
export const eventOf = (fact: EventPayload, index: number, atMs = 0): DomainEvent => ({
  ...fact,
  id: eventId(`event-${index}`),
  version: eventVersion,
  ...organizationOf(fact),
  atMs,
  causationId: commandId(`command-${index}`),
  correlationId: 'test',
  actor: 'test',
});

/** An event is of the organization that its data names. */
const organizationOf = ({ data }: EventPayload) =>
  'organizationId' in data ? { organizationId: data.organizationId } : {};

/** Long enough for every kind of event to be in it. */
export function longHistory(): readonly Recording[] {
  const histories = fc.sample(domainHistories, { numRuns: 50, seed: 7 });
  return histories.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

export type Recording = Pick<RecordedEvent, 'stream'> & { readonly event: DomainEvent };
