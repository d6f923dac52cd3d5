import type { Segment } from './timeline.ts';

type ChunkOptions = {
  readonly segments: readonly Segment[];
  /** The events of a chunk; undefined when it is not kept any more. */
  readonly read: (segment: Segment, signal: AbortSignal) => Promise<readonly unknown[] | undefined>;
  /** Called with each chunk in its turn. */
  readonly took: (segment: Segment, events: readonly unknown[] | undefined) => void;
  readonly failed: (problem: Error) => void;
};

export type Chunks = ReturnType<typeof openChunks>;

/** Reads the chunks of a part one after the other, as many as are wanted. */
export function openChunks({ segments, read, took, failed }: ChunkOptions) {
  let [loaded, wanted] = [0, 1];
  let isReading = false;
  let closing = new AbortController();
  const readOn = async (): Promise<void> => {
    const { signal } = closing;
    isReading = true;
    try {
      for (let segment = segments[loaded]; segment && loaded < wanted; segment = segments[loaded]) {
        const events = await read(segment, signal);
        if (signal.aborted) return;
        loaded++;
        took(segment, events);
      }
    } catch (problem) {
      if (!signal.aborted) failed(problem as Error);
    } finally {
      isReading = false;
    }
  };
  return {
    loaded: () => loaded,
    /** The beginning of the first chunk that is not there; undefined when all are. */
    loadedToMs: () => segments[loaded]?.fromMs,
    want: (count = wanted): void => {
      wanted = Math.min(segments.length, Math.max(wanted, count));
      if (!isReading && loaded < wanted) void readOn();
    },
    /** Gives up what it waits for; it goes on when more is wanted. */
    stop: (): void => {
      closing.abort();
      closing = new AbortController();
    },
  };
}
