import { OverShare, Unavailable } from '../errors.ts';
import { FairQueue, type Refusal } from './fair-queue.ts';

export type TurnsOptions = {
  /** What takes turns, in the plural, for messages. */
  readonly what: string;
  readonly runningMax: number;
  /** Of one owner at once; the others of it wait, also while there is room. */
  readonly ownRunningMax: number;
  readonly waitingMax: number;
};

/** Work of many owners of which only so much runs at once; the rest waits, and owners take turns. */
export type Turns = {
  /**
   * Resolves with what ends the turn, to be called once. Throws `OverShare` to an owner that holds more than its share
   * of the places to wait, and `Unavailable` when all are taken. The signal ends the waiting with its reason.
   */
  enter(owner: string, signal?: AbortSignal): Promise<() => void>;
  /** Rejects those who wait. */
  close(reason: Error): void;
};

type Waiter = { readonly begin: () => void; readonly reject: (reason: unknown) => void };

export function openTurns({ what, runningMax, waitingMax, ownRunningMax }: TurnsOptions): Turns {
  const queue = new FairQueue<Waiter>({ placesMax: waitingMax, ownRunningMax });
  let running = 0;
  const next = (): void => {
    while (running < runningMax) {
      const waiter = queue.next();
      if (waiter === undefined) return;
      running++;
      waiter.begin();
    }
  };
  const leaving = (owner: string) => (): void => {
    running--;
    queue.ended(owner);
    next();
  };
  const wait = (owner: string, signal: AbortSignal | undefined): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.remove(owner, waiter);
        reject(signal?.reason);
      };
      const stay = (): void => signal?.removeEventListener('abort', leave);
      const waiter: Waiter = {
        begin: () => {
          stay();
          resolve(leaving(owner));
        },
        reject: reason => {
          stay();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const refused = queue.add(owner, waiter);
      refused?.item.reject(refusalOf(refused.why, { what, waitingMax }));
    });
  return {
    enter: async (owner, signal) => {
      signal?.throwIfAborted();
      if (running >= runningMax || !queue.run(owner)) return wait(owner, signal);
      running++;
      return leaving(owner);
    },
    close: reason => {
      for (const { reject } of queue.clear()) reject(reason);
    },
  };
}

function refusalOf(
  why: Refusal,
  { what, waitingMax }: Pick<TurnsOptions, 'what' | 'waitingMax'>,
): Unavailable {
  if (why === 'full') return new Unavailable(`the queue of ${what} is full (limit ${waitingMax})`);
  return new OverShare(
    `this organization has its share of the ${what} that can wait (limit ${waitingMax} for all): send fewer at once`,
  );
}
