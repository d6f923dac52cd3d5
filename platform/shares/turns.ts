import { setMaxListeners } from 'node:events';
import { FairQueue } from './fair-queue.ts';

export type TurnsLimits = {
  /** Under way at once, in all and of one owner. */
  readonly max: number;
  readonly ownMax: number;
};

/**
 * Does work when it is its owner's turn. The signal ends the waiting alone. What waits has no limit
 * here: callers have one.
 */
export type Turns = <Result>(
  owner: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

/** Work of which a process does only so much at once, with a share for each owner. */
export function openTurns({ max, ownMax: ownRunningMax }: TurnsLimits): Turns {
  const queue = new FairQueue<() => void>({ placesMax: Number.POSITIVE_INFINITY, ownRunningMax });
  let running = 0;
  const beginNext = (): void => {
    while (running < max) {
      const begin = queue.next();
      if (begin === undefined) return;
      running++;
      begin();
    }
  };
  const turnOf = (owner: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.remove(owner, begin);
        reject(signal.reason);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.add(owner, begin);
      beginNext();
    });
  return async (owner, work, signal) => {
    signal.throwIfAborted();
    // One listener for everything that waits is no leak.
    setMaxListeners(0, signal);
    await turnOf(owner, signal);
    try {
      return await work();
    } finally {
      running--;
      queue.ended(owner);
      beginNext();
    }
  };
}
