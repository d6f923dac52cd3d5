import type { EventStore } from '../../../platform/event-store/port.ts';
import type { KeyOwner, Keyring } from '../../../platform/keyring/port.ts';
import type { DomainEvent } from '../../../schemas/events/event.ts';
import { organizationOf } from '../../../schemas/events/organization-of.ts';
import {
  type OrganizationId,
  type Sealed,
  type StreamName,
  sessionId,
} from '../../../schemas/ids.ts';
import type { Erased } from '../../../schemas/organizations/erasure.ts';
import type { ErasureDependencies } from './dependencies.ts';

/** Streams that stay: the erasure itself, and the counts of a mailbox, which limit guesses and have no text. */
const kept = /^(?:erasure|mailbox)-/u;
/** Streams of those who registered or signed in, each with a key of its own. */
const sessions = /^(?:registration|session)-(.+)$/u;

type Found = {
  /** By stream, the number of its events. */
  readonly streams: ReadonlyMap<StreamName, number>;
  readonly addresses: ReadonlySet<string>;
};

/** Deletes its mails, its keys and then its streams. */
export async function eraseEvents(
  organization: OrganizationId,
  { eventStore, keyring, mailer }: Pick<ErasureDependencies, 'eventStore' | 'keyring' | 'mailer'>,
  signal: AbortSignal,
): Promise<Pick<Erased, 'streams' | 'events' | 'mails'>> {
  const owner = { kind: 'organization', id: organization } as const;
  const { streams, addresses } = await findStreams(owner, { eventStore, keyring }, signal);
  const mails = await mailer.forget(addresses);
  await keyring.destroy(owner);
  let events = 0;
  for (const [stream, count] of streams) {
    signal.throwIfAborted();
    const session = sessions.exec(stream)?.[1];
    if (session !== undefined)
      await keyring.destroy({ kind: 'registration', id: sessionId(session) });
    await eventStore.deleteStream(stream);
    events += count;
  }
  return { streams: streams.size, events, mails };
}

type Owner = Extract<KeyOwner, { readonly kind: 'organization' }>;

/** A stream is its own when one of the events is, and none is of another organization. */
async function findStreams(
  owner: Owner,
  { eventStore, keyring }: { readonly eventStore: EventStore; readonly keyring: Keyring },
  signal: AbortSignal,
): Promise<Found> {
  const counts = new Map<StreamName, number>();
  const [own, shared] = [new Set<StreamName>(), new Set<StreamName>()];
  const addresses = new Set<string>();
  for await (const { stream, event } of everything(eventStore, signal)) {
    const of = organizationOf(event);
    counts.set(stream, (counts.get(stream) ?? 0) + 1);
    if (of === owner.id) own.add(stream);
    else if (of !== undefined) shared.add(stream);
    if (of === owner.id)
      for (const each of await addressesIn(event, owner, keyring)) addresses.add(each);
  }
  const deleted = [...own].filter(stream => !shared.has(stream) && !kept.test(stream));
  return { streams: new Map(deleted.map(stream => [stream, counts.get(stream) ?? 0])), addresses };
}

async function* everything(eventStore: EventStore, signal: AbortSignal) {
  const head = await eventStore.head();
  if (head < 0) return;
  for await (const { events, position } of eventStore.subscribe({ after: -1, signal })) {
    yield* events.filter(event => event.position <= head);
    if (position >= head) return;
  }
  signal.throwIfAborted();
}

/** Mail addresses to which it got mails; none once its key is destroyed. */
async function addressesIn(
  event: DomainEvent,
  owner: Owner,
  keyring: Keyring,
): Promise<readonly string[]> {
  const sealed = sealedAddress(event);
  const address = sealed && (await keyring.unseal(owner, sealed));
  return address === undefined ? [] : [address];
}

function sealedAddress({ type, data }: DomainEvent): Sealed | undefined {
  switch (type) {
    case 'UserCreated':
    case 'MemberInvited':
      return data.email;
    case 'ChannelAdded':
    case 'ChannelChanged':
    case 'ChannelConfirmationRequested':
      return data.target;
    default:
      return undefined;
  }
}
