import { openLine } from './waiting-line.ts';

/** The slices of work that one request gets of this thread. */
export type Slices = {
  /** Whether the slice is used up, or there was none yet. */
  readonly isOver: () => boolean;
  /** The next slice; throws the reason of a request that was given up meanwhile. */
  readonly next: () => Promise<void>;
};

export type Slicer = {
  readonly of: (organization: string, signal?: AbortSignal) => Slices;
};

/**
 * Divides the time of this thread for long work into slices, one between two looks of the event loop at
 * everything else, and in turn between organizations: a hundred long answers delay others by one slice, as one does.
 *  defer  calls back when the event loop has looked at everything else
 */
export function openSlicer({
  turnMs,
  defer = setImmediate,
  clock = () => performance.now(),
}: {
  readonly turnMs: number;
  readonly defer?: (callback: () => void) => unknown;
  readonly clock?: () => number;
}): Slicer {
  const line = openLine<() => void>();
  let isRunning = false;
  const runNext = (): void => {
    line.take()?.();
    isRunning = line.size() > 0;
    if (isRunning) defer(runNext);
  };
  const wait = (organization: string): Promise<void> =>
    new Promise(resolve => {
      line.add(organization, resolve);
      if (!isRunning) defer(runNext);
      isRunning = true;
    });
  return {
    of: (organization, signal) => {
      let endsMs = Number.NEGATIVE_INFINITY;
      return {
        isOver: () => clock() >= endsMs,
        next: async () => {
          await wait(organization);
          signal?.throwIfAborted();
          endsMs = clock() + turnMs;
        },
      };
    },
  };
}
