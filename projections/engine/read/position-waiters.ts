import { Unavailable } from '../../../platform/errors.ts';

const waitersMax = 10_000;

export type PositionWaiters = {
  /** What `look` finds, now or after a later `wake`; rejects with the signal's reason. */
  readonly until: <T>(look: () => T | undefined, signal: AbortSignal) => Promise<T>;
  readonly wake: () => void;
};

export function openWaiters(): PositionWaiters {
  const waiting = new Set<() => void>();
  return {
    wake: () => {
      for (const look of [...waiting]) look();
    },
    until: <T>(look: () => T | undefined, signal: AbortSignal) =>
      new Promise<T>((resolve, reject) => {
        const found = look();
        if (found !== undefined) return resolve(found);
        if (signal.aborted) return reject(signal.reason);
        if (waiting.size >= waitersMax) {
          return reject(new Unavailable(`expected at most ${waitersMax} waiting readers`));
        }
        const tryAgain = (): void => {
          const value = look();
          if (value !== undefined) end(() => resolve(value));
        };
        const abort = (): void => end(() => reject(signal.reason));
        const end = (settle: () => void): void => {
          waiting.delete(tryAgain);
          signal.removeEventListener('abort', abort);
          settle();
        };
        waiting.add(tryAgain);
        signal.addEventListener('abort', abort, { once: true });
      }),
  };
}

/** Resolves when every projection has come to the position; rejects with the signal's reason. */
export async function reachedAt(
  position: number,
  { folds, waiters }: { readonly folds: Reached; readonly waiters: PositionWaiters },
  signal: AbortSignal,
): Promise<void> {
  await waiters.until(() => (folds.reached() >= position ? true : undefined), signal);
}

type Reached = { readonly reached: () => number };
