import { bucketMiddleNanos, quantileNanos } from '../../../../schemas/window.ts';

/** What windows add up to: integer sums only, so that adding and subtracting are exact in any order. */
export type Histogram = {
  n: number;
  errors: number;
  /** Of `n`, those that came after their window had been evaluated first. */
  late: number;
  readonly bars: Map<number, number>;
};

/** Buckets ascending, with the count of each beside it. */
export type Bars = {
  readonly n: number;
  readonly errors: number;
  readonly late: number;
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
};

export const createHistogram = (): Histogram => ({ n: 0, errors: 0, late: 0, bars: new Map() });

/** Adds a window (`sign` 1) or takes one away that was added (-1). */
export function addWindow(histogram: Histogram, window: Bars, sign: 1 | -1): void {
  histogram.n += sign * window.n;
  histogram.errors += sign * window.errors;
  histogram.late += sign * window.late;
  window.buckets.forEach((bucket, index) => {
    const count = (histogram.bars.get(bucket) ?? 0) + sign * (window.counts[index] ?? 0);
    if (count === 0) histogram.bars.delete(bucket);
    else histogram.bars.set(bucket, count);
  });
}

export type LatencyFigures = {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly avgMs: number;
};

const nanosPerMs = 1e6;

/** Of a histogram that is not empty; each within 0.79 % (`bucketMiddleNanos`). */
export function latencyFigures(histogram: Histogram): LatencyFigures {
  const quantile = quantilesOf(histogram);
  return {
    p50Ms: quantile(0.5),
    p90Ms: quantile(0.9),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
    avgMs: averageMs(histogram),
  };
}

/** The value at a rank in ms, of a histogram that is not empty. */
export function quantilesOf({ bars }: Histogram): (q: number) => number {
  const buckets = [...bars.keys()].sort((left, right) => left - right);
  const counts = buckets.map(bucket => bars.get(bucket) ?? 0);
  return q => (quantileNanos(buckets, counts, q) ?? 0) / nanosPerMs;
}

export function averageMs({ bars, n }: Histogram): number {
  let sum = 0;
  for (const [bucket, count] of bars) sum += bucketMiddleNanos(bucket) * count;
  return sum / n / nanosPerMs;
}
