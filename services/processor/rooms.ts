import type { BatchBuffers } from './signals/signal.ts';

/** Bounds how many batches of a signal are in memory at once, whatever the number of partitions. */
export type BatchPool = {
  /**
   * Runs `work` when there is room, first come first served, at a desk with nothing on it.
   * Rejects when the signal aborts before that.
   */
  use<Result>(work: (desk: BatchBuffers) => Promise<Result>, signal: AbortSignal): Promise<Result>;
};

type Waiter = (desk: BatchBuffers) => void;

export function createBatchPool(count: number, openDesk: () => BatchBuffers): BatchPool {
  const free = Array.from({ length: count }, openDesk);
  const waiting: Waiter[] = [];
  const enter = (signal: AbortSignal): Promise<BatchBuffers> => {
    signal.throwIfAborted();
    const desk = free.pop();
    return desk === undefined ? wait(waiting, signal) : Promise.resolve(desk);
  };
  const leave = (desk: BatchBuffers): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(desk);
    else next(desk);
  };
  return {
    use: async (work, signal) => {
      const desk = await enter(signal);
      let next: BatchBuffers | undefined;
      try {
        const result = await work(desk);
        if (desk.clear()) next = desk;
        return result;
      } finally {
        // After a failure an insert that was given up may still read the rows.
        leave(next ?? openDesk());
      }
    },
  };
}

function wait(waiting: Waiter[], signal: AbortSignal): Promise<BatchBuffers> {
  return new Promise((resolve, reject) => {
    const enter = (desk: BatchBuffers): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(desk);
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal.reason);
    };
    waiting.push(enter);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
