import { bucketMiddleNanos, quantileNanos } from '../../../schemas/window.ts';

/** Spans within a span of time: how many, how many failed, and the merged histogram of durations. */
export type Histogram = {
  readonly n: number;
  readonly errors: number;
  /** Ascending buckets with their counts. */
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
};

export const emptyHistogram: Histogram = { n: 0, errors: 0, buckets: [], counts: [] };

/** The histogram of all of their spans together. */
export function mergedHistogram(histograms: readonly Histogram[]): Histogram {
  const sums = new Map<number, number>();
  for (const { buckets, counts } of histograms)
    for (const [index, bucket] of buckets.entries())
      sums.set(bucket, (sums.get(bucket) ?? 0) + (counts[index] ?? 0));
  const buckets = [...sums.keys()].sort((left, right) => left - right);
  return {
    n: histograms.reduce((sum, { n }) => sum + n, 0),
    errors: histograms.reduce((sum, { errors }) => sum + errors, 0),
    buckets,
    counts: buckets.map(bucket => sums.get(bucket) ?? 0),
  };
}

/** p50, p95, p99 … in milliseconds: nearest rank, at most 0.78 % off by the width of a bucket. Empty: 0. */
export const quantileMs = ({ buckets, counts }: Histogram, q: number): number =>
  (quantileNanos(buckets, counts, q) ?? 0) / 1e6;

/** In percent of `n`; 0 when there is nothing. */
export const percentOf = (part: number, n: number): number => (n === 0 ? 0 : (100 * part) / n);

export const errorRateOf = ({ errors, n }: Histogram): number => percentOf(errors, n);

/** From the middles of the buckets, so at most 0.78 % off. */
export function averageMs({ n, buckets, counts }: Histogram): number {
  const nanos = buckets.reduce(
    (sum, bucket, index) => sum + bucketMiddleNanos(bucket) * (counts[index] ?? 0),
    0,
  );
  return n === 0 ? 0 : nanos / n / 1e6;
}

/** Of fewer samples than this the 99th percentile by nearest rank is the largest of them. */
const p99SamplesMin = 100;

/** Whether the p99 says no more than the maximum does. */
export const isP99Maximum = ({ n }: Pick<Histogram, 'n'>): boolean => n < p99SamplesMin;
