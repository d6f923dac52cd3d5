import { bucketMiddleNanos } from '../../schemas/window.ts';

const satisfiedNanosMax = 500e6;
const toleratedNanosMax = 4 * satisfiedNanosMax;

/**
 * 100 × Apdex (T = 500 ms, apdex.org) × the share of requests without an error: 0 to 100; undefined when empty.
 *  buckets  of durations, as in `window.ts`
 *  counts   of the same length; requests with an error are among them
 */
export function healthScore({
  buckets,
  counts,
  errors,
}: {
  readonly buckets: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  readonly errors: number;
}): number | undefined {
  let [total, satisfied, tolerated] = [0, 0, 0];
  for (let index = 0; index < counts.length; index++) {
    const count = counts[index] ?? 0;
    const nanos = bucketMiddleNanos(buckets[index] ?? 0);
    total += count;
    if (nanos <= satisfiedNanosMax) satisfied += count;
    else if (nanos <= toleratedNanosMax) tolerated += count;
  }
  if (total === 0) return undefined;
  return 100 * ((satisfied + tolerated / 2) / total) * (1 - errors / total);
}
