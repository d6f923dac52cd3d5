import { ErrorType, WrongExpectedVersionError } from '@kurrent/kurrentdb-client';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import { Unavailable } from '../errors.ts';
import { connect, type KurrentConnection } from './kurrentdb-connection.ts';
import { kindOf, translated } from './kurrentdb-errors.ts';
import { openFeeds } from './kurrentdb-feed.ts';
import { type EventStore, type RecordedEvent, RevisionConflict } from './port.ts';

export type KurrentOptions = {
  /** `kurrentdb://user:password@host:2113`, with `?tls=false` where there is none; `esdb://` is understood. */
  readonly url: string;
  /** Instead of those in the address. A server without TLS never sees them. */
  readonly user?: string;
  readonly password?: string;
  /** A request that takes longer is `Unavailable`. */
  readonly requestMsMax?: number;
};

export const requestMsMaxDefault = 5_000;

/** Events read at once. */
export const pageEventsMax = 500;

/** How often an append at any revision may lose against another before it gives up. */
export const appendsAtAnyMax = 20;

/**
 * KurrentDB or EventStoreDB, which must be ours alone: every event in it but the server's own is
 * taken for one of ours. Connects at the first request, so a process may start before its engine.
 */
export async function openKurrentEventStore(options: KurrentOptions): Promise<EventStore> {
  const { url, user, password, requestMsMax = requestMsMaxDefault } = options;
  const connection = connect({ url, user, password, requestMsMax });
  let isClosed = false;
  const ensureOpen = (): void => {
    if (isClosed) throw new Unavailable('expected an open event store, found it closed');
  };
  const feeds = openFeeds(connection, ensureOpen);
  return {
    append: async (stream, events, expected) => {
      ensureOpen();
      if (events.length === 0)
        throw new Error(`expected at least one event for stream ${stream}, got none`);
      if (expected === 'any') return appendAtAny(connection, stream, events);
      return appendAt(connection, stream, events, expected);
    },
    readStream: stream => readPages(connection, stream, 'forwards', ensureOpen),
    readStreamBackwards: stream => readPages(connection, stream, 'backwards', ensureOpen),
    subscribe: feeds.subscribe,
    head: async () => {
      ensureOpen();
      return feeds.head();
    },
    deleteStream: async stream => {
      ensureOpen();
      await connection.delete(stream).catch(error => {
        if (kindOf(error) !== ErrorType.STREAM_NOT_FOUND) throw translated(error);
      });
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      feeds.close();
      await connection.close();
    },
  };
}

/**
 * The server itself takes events that are there already, right after the revision, for appended.
 * The position that it answers then is not always that of the last event, so it is read.
 */
async function appendAt(
  connection: KurrentConnection,
  stream: StreamName,
  events: readonly DomainEvent[],
  expected: number,
): Promise<number> {
  try {
    await connection.append(stream, events, expected);
    const [last] = await connection.stream(stream, 'forwards', expected + events.length, 1);
    if (last?.event.id === events.at(-1)?.id && last !== undefined) return last.position;
    throw new Error(`expected event ${events.at(-1)?.id} in ${stream}, found ${last?.event.id}`);
  } catch (error) {
    throw error instanceof WrongExpectedVersionError
      ? conflict(stream, expected, error)
      : translated(error);
  }
}

function conflict(
  stream: StreamName,
  expected: number,
  cause: WrongExpectedVersionError,
): RevisionConflict {
  const found = typeof cause.actualState === 'bigint' ? cause.actualState : -1;
  const told = `expected stream ${stream} at ${expected}, found ${found}`;
  return new RevisionConflict(told, { cause });
}

/**
 * At the revision that the stream has now, because the server remembers ids of events that were
 * appended at any revision only for a while.
 */
async function appendAtAny(
  connection: KurrentConnection,
  stream: StreamName,
  events: readonly DomainEvent[],
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const { last, firstOfOurs } = await lookFor(connection, stream, events);
    try {
      return await appendAt(connection, stream, events, (firstOfOurs ?? last + 1) - 1);
    } catch (error) {
      const mayRepeat = firstOfOurs === undefined && attempt < appendsAtAnyMax;
      if (!(error instanceof RevisionConflict && mayRepeat)) throw error;
    }
  }
}

/** The last revision of a stream, -1 for none, and the first that is one of the events. */
async function lookFor(
  connection: KurrentConnection,
  stream: StreamName,
  events: readonly DomainEvent[],
): Promise<{ readonly last: number; readonly firstOfOurs: number | undefined }> {
  const ids = new Set(events.map(({ id }) => id));
  let last = -1;
  let firstOfOurs: number | undefined;
  for await (const { revision, event } of readPages(connection, stream, 'forwards')) {
    last = revision;
    if (ids.has(event.id)) firstOfOurs ??= revision;
  }
  return { last, firstOfOurs };
}

/** Page after page, so that each has a deadline of its own. */
async function* readPages(
  connection: KurrentConnection,
  stream: StreamName,
  direction: 'forwards' | 'backwards',
  ensureOpen: () => void = () => undefined,
): AsyncIterable<RecordedEvent> {
  let from: number | undefined;
  do {
    ensureOpen();
    const page = await readPage(connection, stream, direction, from);
    yield* page;
    const last = page.length < pageEventsMax ? undefined : page.at(-1)?.revision;
    from = last === undefined ? undefined : last + (direction === 'forwards' ? 1 : -1);
  } while (from !== undefined && from >= 0);
}

async function readPage(
  connection: KurrentConnection,
  stream: StreamName,
  direction: 'forwards' | 'backwards',
  from: number | undefined,
): Promise<readonly RecordedEvent[]> {
  // The server's own streams hold no event of ours.
  if (stream.startsWith('$')) return [];
  try {
    return await connection.stream(stream, direction, from, pageEventsMax);
  } catch (error) {
    if (kindOf(error) === ErrorType.STREAM_NOT_FOUND) return [];
    throw translated(error);
  }
}
