import type { AllStreamResolvedEvent } from '@kurrent/kurrentdb-client';
import { createBell, type Notifier } from '../lmdb/notifier.ts';
import { type KurrentConnection, recorded, safeNumber } from './kurrentdb-connection.ts';
import { translated } from './kurrentdb-errors.ts';
import type { EventStore, RecordedEvent, Subscription } from './port.ts';

/** A subscriber gets a batch, or an empty one, at least this often; a silent server is polled. */
export const silenceMsMax = 500;

/** Events that wait for a slow subscriber; more are left with the server. */
export const waitingEventsMax = 500;

/** All subscriptions of one store. */
export type Feeds = {
  readonly subscribe: EventStore['subscribe'];
  readonly head: () => Promise<number>;
  /** Wakes the subscriptions, which find the store closed. */
  readonly close: () => void;
};

export function openFeeds(connection: KurrentConnection, ensureOpen: () => void): Feeds {
  const bells = new Set<Notifier>();
  const head = (): Promise<number> =>
    orUnavailable(async () => (await connection.last())?.position ?? -1);

  /** What the subscriber gets next; undefined when it should look again. */
  const next = async (feed: Feed, subscription: Subscription): Promise<Batch | undefined> => {
    ensureOpen();
    const batch = feed.take();
    if (batch !== undefined) return batch;
    await feed.bell.heard(silenceMsMax, subscription.signal);
    if (subscription.signal.aborted || !feed.isEmpty()) return undefined;
    ensureOpen();
    return { events: [], position: await passed(connection, head, subscription) };
  };
  return {
    head,
    subscribe: async function* ({ signal, ...from }) {
      if (signal.aborted) return;
      ensureOpen();
      const feed = openFeed(connection, from);
      bells.add(feed.bell);
      let after = from.after;
      try {
        while (!signal.aborted) {
          const batch = await next(feed, { ...from, after, signal });
          if (batch === undefined || signal.aborted) continue;
          after = Math.max(after, batch.position);
          yield { events: batch.events, position: after };
        }
      } finally {
        bells.delete(feed.bell);
        feed.stop();
      }
    },
    close: () => {
      for (const bell of bells) bell.ring();
    },
  };
}

/**
 * How far a subscription has come that was given nothing for a while. When there is no event of
 * its types up to the head, as far as the head: its server reports skipped events only
 * now and then, and a caller that waits for a position would wait as long. What arrives meanwhile is
 * after that head, or is found.
 */
async function passed(
  connection: KurrentConnection,
  head: () => Promise<number>,
  { after, types }: Subscription,
): Promise<number> {
  const last = await head();
  if (last <= after || types === undefined) return after;
  const found = await orUnavailable(() => connection.firstAfter(after, types));
  return found === undefined || found.position > last ? last : after;
}

type Batch = { readonly events: readonly RecordedEvent[]; readonly position: number };

type Feed = {
  readonly bell: Notifier;
  readonly isEmpty: () => boolean;
  /** What came since; undefined for nothing. Throws `Unavailable` when the subscription broke. */
  readonly take: () => Batch | undefined;
  readonly stop: () => void;
};

function openFeed(
  connection: KurrentConnection,
  { after, types }: Omit<Subscription, 'signal'>,
): Feed {
  const bell = createBell();
  let waiting: RecordedEvent[] = [];
  let position = after;
  let taken = after;
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= translated(error);
    bell.ring();
  };
  const advance = (to: number): void => {
    position = Math.max(position, to);
    bell.ring();
  };
  const stream = connection.subscribe(after, types, (subscription, { commit, prepare }) => {
    // A checkpoint counts when all before it was handed over and one number says where it is.
    if (subscription.readableLength === 0 && commit === prepare) advance(safeNumber(commit));
  });
  stream.on('data', (resolved: AllStreamResolvedEvent) => {
    try {
      const event = recorded(resolved);
      waiting.push(event);
      advance(event.position);
      if (waiting.length >= waitingEventsMax) stream.pause();
    } catch (error) {
      failure ??= error;
      bell.ring();
    }
  });
  stream.on('error', fail);
  stream.on('end', () => fail(new Error('expected a subscription to go on, found its end')));
  return {
    bell,
    isEmpty: () => waiting.length === 0 && failure === undefined,
    take: () => {
      if (waiting.length === 0 && failure !== undefined) throw failure;
      if (position <= taken) return undefined;
      const events = waiting;
      waiting = [];
      taken = position;
      if (stream.isPaused()) stream.resume();
      return { events, position };
    },
    stop: () => {
      stream.unsubscribe().catch(() => undefined);
    },
  };
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}
