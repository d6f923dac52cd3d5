import { openSpanBatch, type SpanBatch } from '../../platform/otlp/span-batch.ts';
import { limits } from './config.ts';

/** Bounds how many batches are in memory at once, whatever the number of partitions. */
export type Rooms = {
  /**
   * Runs `work` when there is room, first come first served, with an empty batch for its rows.
   * Rejects when the signal aborts before that.
   */
  use<Result>(work: (spans: SpanBatch) => Promise<Result>, signal: AbortSignal): Promise<Result>;
};

type Waiter = (spans: SpanBatch) => void;

export function openRooms(count: number): Rooms {
  const free = Array.from({ length: count }, () => openSpanBatch());
  const waiting: Waiter[] = [];
  const enter = (signal: AbortSignal): Promise<SpanBatch> => {
    signal.throwIfAborted();
    const spans = free.pop();
    return spans === undefined ? wait(waiting, signal) : Promise.resolve(spans);
  };
  const leave = (spans: SpanBatch): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(spans);
    else next(spans);
  };
  return {
    use: async (work, signal) => {
      const spans = await enter(signal);
      let next: SpanBatch | undefined;
      try {
        const result = await work(spans);
        next = forNext(spans);
        return result;
      } finally {
        // After a failure an insert that was given up may still read the rows.
        leave(next ?? openSpanBatch());
      }
    },
  };
}

/** Under load the memory of one batch serves the next; a small batch gives it back. */
const forNext = (spans: SpanBatch): SpanBatch =>
  spans.spanRows >= limits.batchSpansReused && spans.reset() ? spans : openSpanBatch();

function wait(waiting: Waiter[], signal: AbortSignal): Promise<SpanBatch> {
  return new Promise((resolve, reject) => {
    const enter = (spans: SpanBatch): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(spans);
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal.reason);
    };
    waiting.push(enter);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
