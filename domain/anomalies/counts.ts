import { valueOfBucket } from './value-bucket.ts';

/** A histogram of values of minutes: pairs of bucket and count, buckets ascending. Sums alone, so merging has no order. */
export type Counts = readonly (readonly [bucket: number, count: number])[];

export const noCounts: Counts = [];

export function mergeCounts(all: readonly Counts[]): Counts {
  const sums = new Map<number, number>();
  for (const counts of all)
    for (const [bucket, count] of counts) sums.set(bucket, (sums.get(bucket) ?? 0) + count);
  return inOrder(sums);
}

export const inOrder = (sums: ReadonlyMap<number, number>): Counts =>
  [...sums].sort(([left], [right]) => left - right);

export const totalOf = (counts: Counts): number =>
  counts.reduce((sum, [, count]) => sum + count, 0);

/** The value at rank `ceil(q · n)`; 0 when empty. */
export const quantileOf = (counts: Counts, q: number): number =>
  atRank(
    counts.map(([bucket, count]) => [valueOfBucket(bucket), count]),
    q,
  );

/** Median of the distances from the median. */
export function medianDeviation(counts: Counts, median: number): number {
  const distances = counts
    .map(([bucket, count]) => [Math.abs(valueOfBucket(bucket) - median), count] as const)
    .sort(([left], [right]) => left - right);
  return atRank(distances, 0.5);
}

function atRank(values: readonly (readonly [value: number, count: number])[], q: number): number {
  const rank = Math.ceil(q * values.reduce((sum, [, count]) => sum + count, 0));
  let seen = 0;
  for (const [value, count] of values) {
    seen += count;
    if (seen >= rank) return value;
  }
  return 0;
}
