/**
 * The arithmetic of windows: which ten seconds and which bucket a span falls into, and what a
 * percentile is. SQL, processor, evaluator and explanations all use this one definition.
 */

export const windowSeconds = 10;
export const hourSeconds = 3600;
export const spanBucketSeconds = 300;

/** Offset of the first bucket: bits 46 … 63 of the double 1.0, so that a duration of 1 ns is bucket 0. */
const firstBucketBits = 0x3ff00000 >>> 14;

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/**
 * Bucket of a duration: the top bits of its IEEE 754 double, 64 buckets an octave.
 *  nanos  ≥ 0 and at most 2^64; anything below 1 ns counts as 1 ns
 */
export function bucketOf(nanos: number): number {
  double[0] = Math.max(1, nanos);
  return ((halves[1] as number) >>> 14) - firstBucketBits;
}

/**
 * Middle of a bucket in nanoseconds; at most 0.78 % from every value in it, by construction. The first one holds what took
 * no time that a clock could tell, and is read as that.
 */
export function bucketMiddleNanos(bucket: number): number {
  if (bucket === 0) return 0;
  return (bucketStart(bucket) + bucketStart(bucket + 1)) / 2;
}

/** The durations that a bucket holds in nanoseconds: from the lower bound to the upper, which is the next one's. */
export const bucketBoundsNanos = (bucket: number): { lower: number; upper: number } => ({
  lower: bucket === 0 ? 0 : bucketStart(bucket),
  upper: bucketStart(bucket + 1),
});

/**
 * The value at rank `ceil(q · n)` (nearest rank) of a histogram, in nanoseconds; undefined when empty.
 *  buckets  ascending
 *  counts   of the same length, whole numbers
 *  q        in (0, 1]
 */
export function quantileNanos(
  buckets: ArrayLike<number>,
  counts: ArrayLike<number>,
  q: number,
): number | undefined {
  let total = 0;
  for (let index = 0; index < counts.length; index++) total += counts[index] ?? 0;
  const rank = Math.ceil(q * total);
  let seen = 0;
  for (let index = 0; index < buckets.length; index++) {
    seen += counts[index] ?? 0;
    if (seen >= rank && seen > 0) return bucketMiddleNanos(buckets[index] ?? 0);
  }
  return undefined;
}

/** Start of the ten seconds that hold an instant, both in seconds since 1970. */
export const windowStart = (seconds: number): number => seconds - (seconds % windowSeconds);

export const hourStart = (seconds: number): number => seconds - (seconds % hourSeconds);

/** Start of the five minutes that spans are kept by. */
export const spanBucketStart = (seconds: number): number => seconds - (seconds % spanBucketSeconds);

function bucketStart(bucket: number): number {
  halves[0] = 0;
  halves[1] = (bucket + firstBucketBits) << 14;
  return double[0] as number;
}
