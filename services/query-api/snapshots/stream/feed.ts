import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Unavailable } from '../../../../platform/errors.ts';
import { eventText } from '../../../../platform/http/responses/event-stream.ts';
import { singleFlight } from '../../../../projections/engine/read/single-flight.ts';
import { snapshotReadLimits } from '../config.ts';
import { eventsBetween, initEvent, type Told, toldOf, type Watched } from './breakpoint-events.ts';

/** Where a stream is among the events of its feed. */
export type Reader = { next: number };

/** The events of one service of an organization, encoded once for all of its streams. */
export type Feed = {
  /** The event `init`, and a reader of what comes after it. */
  readonly join: () => Promise<{ readonly init: Buffer; readonly reader: Reader }>;
  /** The next event; `none` when there is none yet, `gone` when it is not kept any more. */
  readonly read: (reader: Reader) => Buffer | 'none' | 'gone';
  /** Resolves when there is another event, or when the signal aborts. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
  readonly leave: (reader: Reader) => void;
};

export type FeedOptions = {
  /** The state with everything acknowledged. */
  readonly now: () => Promise<Watched>;
  /** Grows with each change that this process knows. */
  readonly position: () => number;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
};

/**
 * Follows a service. Nothing is buffered for a stream: the feed keeps the latest events until all streams have taken
 * them, within limits, and a stream that is further behind has to begin anew.
 */
export function openFeed({ now, position, heartbeatMs, signal }: FeedOptions): Feed {
  const changes = new EventEmitter().setMaxListeners(0);
  const readers = new Set<Reader>();
  const kept = openKept(readers);
  let told: Told | undefined;

  const push = (texts: readonly string[]): void => {
    for (const text of texts) kept.push(Buffer.from(text));
    if (texts.length > 0) changes.emit('changed');
  };
  /** Those who look at the same time share what is read, and the text of `init`. */
  const look = singleFlight(async () => {
    const watched = await now();
    if (told !== undefined) push(eventsBetween(told, watched));
    told = toldOf(watched);
    return { next: kept.end(), init: onceOnly(() => Buffer.from(initEvent(watched))) };
  });
  const following = follow({ look, position, heartbeatMs, signal }, push);
  void following.finally(() => changes.emit('changed'));
  return {
    join: async () => {
      const { next, init } = await look();
      const reader = { next };
      readers.add(reader);
      return { init: init(), reader };
    },
    read: kept.read,
    changed: async until => {
      await once(changes, 'changed', { signal: until }).catch(() => undefined);
    },
    leave: reader => void readers.delete(reader),
  };
}

function onceOnly<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** Events that a reader has not taken yet, numbered from 0 on. */
function openKept(readers: ReadonlySet<Reader>) {
  const texts: Buffer[] = [];
  let first = 0;
  let bytes = 0;
  const end = (): number => first + texts.length;
  const dropBefore = (number: number): void => {
    const dropped = texts.splice(0, Math.max(0, number - first));
    first += dropped.length;
    bytes -= dropped.reduce((sum, text) => sum + text.length, 0);
  };
  return {
    end,
    push: (text: Buffer): void => {
      texts.push(text);
      bytes += text.length;
      dropBefore([...readers].reduce((oldest, { next }) => Math.min(oldest, next), end() - 1));
      const { streamEventsKeptMax, streamBytesKeptMax } = snapshotReadLimits;
      while (texts.length > streamEventsKeptMax || (bytes > streamBytesKeptMax && texts.length > 1))
        dropBefore(first + 1);
    },
    read: (reader: Reader): Buffer | 'none' | 'gone' => {
      if (reader.next < first) return 'gone';
      const text = texts[reader.next - first];
      if (text === undefined) return 'none';
      reader.next++;
      return text;
    },
  };
}

/** With each heartbeat the state is read too, as breakpoints end by time alone. */
async function follow(
  {
    look,
    position,
    heartbeatMs,
    signal,
  }: Omit<FeedOptions, 'now'> & { readonly look: () => Promise<unknown> },
  push: (texts: readonly string[]) => void,
): Promise<void> {
  let seen = position();
  for (let beatAtMs = performance.now() + heartbeatMs; !signal.aborted; ) {
    await wait(snapshotReadLimits.streamPollMs, undefined, { signal }).catch(() => undefined);
    const isBeat = performance.now() >= beatAtMs;
    const latest = position();
    if ((isBeat || latest !== seen) && (await isRead(look(), signal))) seen = latest;
    if (!isBeat) continue;
    push([eventText({ event: 'heartbeat', data: { timestamp: new Date().toISOString() } })]);
    beatAtMs = performance.now() + heartbeatMs;
  }
}

/** False while the event store is away: the next look finds what happened. */
async function isRead(reading: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof Unavailable || signal.aborted) return false;
    throw error;
  }
}
