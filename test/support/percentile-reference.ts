import type { Bucket } from '../../domain/metrics/buckets.ts';

/** The percentile of buckets, looking at all of them for each bound: quadratic, and plain to see. */
export function naivePercentile(buckets: readonly Bucket[], q: number): number | undefined {
  const filled = buckets.filter(({ count }) => count > 0);
  const total = filled.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const rank = Math.max(1, Math.ceil(q * total));
  const bounds = [...new Set(filled.flatMap(({ lower, upper }) => [lower, upper]))].sort(
    (left, right) => left - right,
  );
  let below = bounds[0] ?? 0;
  let belowCount = upTo(filled, below);
  for (const bound of bounds) {
    const count = upTo(filled, bound);
    const short = count - at(filled, bound);
    if (short >= rank) {
      const share = (rank - belowCount) / (short - belowCount);
      return below * (1 - share) + bound * share;
    }
    if (count >= rank) return bound;
    below = bound;
    belowCount = count;
  }
  return below;
}

const upTo = (buckets: readonly Bucket[], bound: number): number =>
  buckets.reduce((sum, { lower, upper, count }) => {
    if (bound >= upper) return sum + count;
    if (bound <= lower) return sum;
    // The width of a bucket may be more than a number can be.
    const half = Number.isFinite(upper - lower) ? 1 : 0.5;
    return sum + count * ((bound * half - lower * half) / (upper * half - lower * half));
  }, 0);

/** What is counted at one value alone. */
const at = (buckets: readonly Bucket[], value: number): number =>
  buckets.reduce(
    (sum, { lower, upper, count }) => (lower === value && upper === value ? sum + count : sum),
    0,
  );
