import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import messages, {
  type ReadReq,
  type ReadResp,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { EventStore, RecordedEvent } from '../../platform/event-store/port.ts';

/** An event of the fake server's log: one of ours, or one of a server's own. */
export type Item = {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly event: { readonly id: string };
  readonly recordedAtMs: number;
  /** Its place in the log, as the protocol writes numbers. */
  readonly at: string;
};

/** Bytes that an event of ours takes in the log; the server's own comes in the middle. */
const eventBytes = 1_000;

/** The place in the log of an event of the embedded store. */
export const logPosition = (position: number): string => String((position + 1) * eventBytes);

/** The last event of the embedded store at or before a place in the log. */
export const lastPosition = (at: string): number => Math.floor(Number(at) / eventBytes) - 1;

/** An event of ours, and one that a server would write by itself. */
export function itemsOf(recorded: RecordedEvent): readonly Item[] {
  const { position, recordedAtMs, event } = recorded;
  return [
    { ...recorded, type: event.type, at: logPosition(position) },
    {
      stream: '$stats-127.0.0.1:2113',
      revision: position,
      type: '$statsCollected',
      event: { id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}` },
      recordedAtMs,
      at: String((position + 1) * eventBytes + eventBytes / 2),
    },
  ];
}

export async function* everythingAfter(store: EventStore, after: number): AsyncIterable<Item> {
  const head = await store.head();
  if (head <= after) return;
  const { signal } = new AbortController();
  for await (const { events, position } of store.subscribe({ after, signal })) {
    yield* events.flatMap(itemsOf);
    if (position >= head) return;
  }
}

const backwardsEvents = 100;

export async function* everythingBackwards(store: EventStore): AsyncIterable<Item> {
  for (let end = await store.head(); end >= 0; end -= backwardsEvents) {
    const page: Item[] = [];
    for await (const item of everythingAfter(store, Math.max(-1, end - backwardsEvents))) {
      if (lastPosition(item.at) > end) break;
      page.push(item);
    }
    yield* page.reverse();
  }
}

type Filter = ReturnType<NonNullable<ReturnType<ReadReq['getOptions']>>['getFilter']>;

export function matcher(filter: Filter): (item: Item) => boolean {
  if (filter === undefined) return () => true;
  const expression = filter.getEventType();
  if (expression === undefined) throw new Error('expected a filter of types');
  const regex = new RegExp(expression.getRegex());
  const prefixes = expression.getPrefixList();
  return ({ type }) =>
    prefixes.length > 0 ? prefixes.some(prefix => type.startsWith(prefix)) : regex.test(type);
}

const ticksPerMs = 10_000n;

export function eventResponse({ stream, revision, type, event, recordedAtMs, at }: Item): ReadResp {
  const written = new messages.ReadResp.ReadEvent.RecordedEvent();
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  const id = new shared.UUID();
  id.setString(event.id);
  written.setStreamIdentifier(identifier);
  written.setId(id);
  written.setStreamRevision(String(revision));
  written.setCommitPosition(at);
  written.setPreparePosition(at);
  written.setData(Buffer.from(JSON.stringify(event)));
  const metadata = written.getMetadataMap();
  metadata.set('type', type);
  metadata.set('content-type', 'application/json');
  metadata.set('created', String(BigInt(recordedAtMs) * ticksPerMs));
  const read = new messages.ReadResp.ReadEvent();
  read.setEvent(written);
  read.setCommitPosition(at);
  return new messages.ReadResp().setEvent(read);
}

export function checkpointResponse(at: string): ReadResp {
  const checkpoint = new messages.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(at);
  checkpoint.setPreparePosition(at);
  return new messages.ReadResp().setCheckpoint(checkpoint);
}
