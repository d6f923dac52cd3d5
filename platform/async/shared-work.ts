/** Work that runs once at a time. */
export type SharedWork<Result> = {
  /** Starts it; a call while it runs gets the result of that run. */
  readonly run: () => Promise<Result>;
  /** Resolves when it does not run, and rejects with what it ran into. */
  readonly ended: () => Promise<void>;
};

/** Where a result must not be older than its call, `singleFlight` is right instead. */
export function sharedWork<Result>(work: () => Promise<Result>): SharedWork<Result> {
  let running: Promise<Result> | undefined;
  return {
    run: () => {
      running ??= work().finally(() => {
        running = undefined;
      });
      return running;
    },
    ended: async () => {
      await running;
    },
  };
}
