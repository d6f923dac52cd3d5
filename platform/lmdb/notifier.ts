/** Wakes the waiting callers when there is something new. */
export type Notifier = {
  ring(): void;
  /** Resolves at the next ring, after `waitMs`, or when the signal aborts, whichever is first. */
  heard(waitMs: number, signal?: AbortSignal): Promise<void>;
};

export function createBell(): Notifier {
  const listeners = new Set<() => void>();
  return {
    ring: () => {
      for (const listener of [...listeners]) listener();
    },
    heard: (waitMs, signal) =>
      new Promise(resolve => {
        if (signal?.aborted) return resolve();
        const done = (): void => {
          clearTimeout(timer);
          listeners.delete(done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, waitMs);
        listeners.add(done);
        signal?.addEventListener('abort', done);
      }),
  };
}
