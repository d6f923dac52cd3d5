import type { BatchBuffers } from '../pipelines/batch-buffers.ts';

/** Bounds the batches of a signal that are in memory at once, for any number of partitions. */
export type BatchPool = {
  /**
   * Runs `work` when there is room, first come first served, at a buffers with nothing on it.
   * Rejects when the signal aborts before that.
   */
  use<Result>(
    work: (buffers: BatchBuffers) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
};

type Waiter = (buffers: BatchBuffers) => void;

export function createBatchPool(count: number, openDesk: () => BatchBuffers): BatchPool {
  const free = Array.from({ length: count }, openDesk);
  const waiting: Waiter[] = [];
  const enter = (signal: AbortSignal): Promise<BatchBuffers> => {
    signal.throwIfAborted();
    const buffers = free.pop();
    return buffers === undefined ? wait(waiting, signal) : Promise.resolve(buffers);
  };
  const leave = (buffers: BatchBuffers): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(buffers);
    else next(buffers);
  };
  return {
    use: async (work, signal) => {
      const buffers = await enter(signal);
      let next: BatchBuffers | undefined;
      try {
        const result = await work(buffers);
        if (buffers.clear()) next = buffers;
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
    const enter = (buffers: BatchBuffers): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(buffers);
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal.reason);
    };
    waiting.push(enter);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
