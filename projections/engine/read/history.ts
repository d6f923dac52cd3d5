import { HistoryForgotten } from '../../../platform/errors.ts';
import type {
  KeyedRow,
  ListOptions,
  PageOptions,
  Row,
  RowPage,
} from '../../../platform/read-store/port.ts';
import { hourMs } from '../../../schemas/durations.ts';
import { eventClock, eventClockKey } from '../event-clock.ts';
import type { Projection } from '../projection.ts';
import type { Reads } from './reads.ts';

/** Rows end in the time of commands, which is before their recording: by a waiting command at most this long. */
const recordedLateMsMax = hourMs;

/**
 * What a command does bears the instant of its receipt, and is recorded up to so much later: with it, an instant that a response
 * showed includes what it belongs to. What waited longer counts from its recording on; else all that came meanwhile would count, too.
 */
export const recordedAfterOwnMsMax = 5_000;

/** Domain state at one position: the same answer whenever it is read. */
export type DomainState = {
  /** Throws `HistoryForgotten` where the projection has forgotten rows of that time. */
  readonly get: <R extends Row>(projection: Projection<R>, key: string) => R | undefined;
  readonly list: <R extends Row>(
    projection: Projection<R>,
    options: Omit<ListOptions, 'at'>,
  ) => readonly KeyedRow<R>[];
  readonly page: <R extends Row>(
    projection: Projection<R>,
    options: Omit<PageOptions, 'at'>,
  ) => RowPage<R>;
};

export type StateOptions = {
  /** Unix ms; the state after the last event of it or before. The latest when absent. */
  readonly asOfMs?: number | undefined;
  readonly signal: AbortSignal;
};

/**
 * State of the domain that includes every acknowledged write, or as it was at an instant.
 *  reached  position up to which every projection has come
 */
export function openHistory({
  reads,
  barrier,
  reached,
}: {
  readonly reads: Reads;
  readonly barrier: (signal: AbortSignal) => Promise<void>;
  readonly reached: () => number;
}): (options: StateOptions) => Promise<DomainState> {
  return async ({ asOfMs, signal }) => {
    await barrier(signal);
    if (asOfMs === undefined) return reads;
    const at = positionOf(asOfMs, reads, reached());
    const kept = <R extends Row>(projection: Projection<R>): Projection<R> => {
      const earliestMs = earliestStateMs(projection, reads);
      if (asOfMs < earliestMs) throw new HistoryForgotten(projection.name, earliestMs);
      return projection;
    };
    return {
      get: (projection, key) => reads.get(kept(projection), key, at),
      list: (projection, options) => reads.list(kept(projection), { ...options, at }),
      page: (projection, options) => reads.page(kept(projection), { ...options, at }),
    };
  };
}

/** The first instant of which a projection tells its rows. */
export const earliestStateMs = (
  { retention }: { readonly retention?: { readonly ms: number } },
  reads: Pick<Reads, 'get'>,
): number =>
  (recordedUpTo(reads) ?? 0) - (retention?.ms ?? Number.POSITIVE_INFINITY) + recordedLateMsMax;

/** The last position whose event was recorded at the instant or before, or is itself of then. */
function positionOf(instantMs: number, reads: Reads, head: number): number {
  const recorded = positionAt(instantMs, reads, head);
  const last = positionAt(instantMs + recordedAfterOwnMsMax, reads, head);
  for (let position = last; position > recorded; position--) {
    const row = reads.get(eventClock, eventClockKey, position);
    if (row === undefined || row.ownMs > instantMs) continue;
    if (row.recordedUpToMs - row.ownMs <= recordedAfterOwnMsMax) return position;
  }
  return recorded;
}

const recordedUpTo = ({ get }: Pick<Reads, 'get'>, at?: number): number | undefined =>
  get(eventClock, eventClockKey, at)?.recordedUpToMs;

/** The last position at which nothing after the instant had been recorded; -1 before the first event. */
export function positionAt(instantMs: number, reads: Reads, head: number): number {
  let low = -1;
  let high = head;
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if ((recordedUpTo(reads, middle) ?? 0) <= instantMs) low = middle;
    else high = middle - 1;
  }
  return low;
}
