import { bucketBoundsNanos, bucketOf } from '../../schemas/window.ts';

/** Baselines need less resolution than percentiles: 16 buckets an octave, each value within 3.2 %. */
const finerBuckets = 4;
const nanos = 1e6;

/** Bucket of a value of a metric; 0 is zero alone. */
export const valueBucket = (value: number): number =>
  value <= 0 ? 0 : Math.floor(bucketOf(value * nanos) / finerBuckets) + 1;

/** Middle of a bucket. */
export function valueOfBucket(bucket: number): number {
  if (bucket === 0) return 0;
  const first = (bucket - 1) * finerBuckets;
  const { lower } = bucketBoundsNanos(first);
  const { upper } = bucketBoundsNanos(first + finerBuckets - 1);
  return (lower + upper) / 2 / nanos;
}
