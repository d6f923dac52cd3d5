export type LatestValueLimits = {
  /** How long a value that was read serves everybody. */
  readonly freshMs: number;
  /** How long a caller waits for an attempt to read it. */
  readonly waitMs: number;
};

/**
 * A value that is read anew at most every `freshMs`. While its source is unavailable or slow, the last value that was
 * read is returned; undefined before the first.
 */
export function createLatestValue<Value>(
  read: () => Promise<Value>,
  { freshMs, waitMs }: LatestValueLimits,
): () => Promise<Value | undefined> {
  let last: Value | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    triedAtMs = performance.now();
    try {
      last = await read();
    } catch {
      // The source is unavailable, or retention took what was to be read.
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (reading === undefined && performance.now() - triedAtMs > freshMs) reading = refresh();
    // One slow attempt delays nobody for longer than its beginning.
    const restMs = waitMs - (performance.now() - triedAtMs);
    if (reading !== undefined && restMs > 0) await atMost(reading, restMs);
    return last;
  };
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}
