/** What lies above `lower` and at most at `upper`; a single value where both are the same. */
export type Bucket = { readonly lower: number; readonly upper: number; readonly count: number };

/**
 * The value at rank `ceil(q · n)`: in the bucket that holds that rank, and between its bounds as
 * far as the rank is among the bucket's. Undefined when there is nothing.
 *  buckets  in any order; those of different lists may overlap, and then count evenly over their width
 */
export function percentile(buckets: readonly Bucket[], q: number): number | undefined {
  const filled = buckets.filter(({ count }) => count > 0).sort(byPlace);
  const total = filled.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const rank = Math.max(1, Math.ceil(q * total));
  const isApart = filled.every((bucket, index) => {
    const before = filled[index - 1];
    return before === undefined || before.upper <= bucket.lower;
  });
  return isApart ? inOne(filled, rank) : inMany(filled, rank);
}

const byPlace = (left: Bucket, right: Bucket): number =>
  left.lower - right.lower || left.upper - right.upper;

function inOne(buckets: readonly Bucket[], rank: number): number | undefined {
  let seen = 0;
  for (const bucket of buckets) {
    if (seen + bucket.count >= rank) return between(bucket, (rank - seen) / bucket.count);
    seen += bucket.count;
  }
  return buckets.at(-1)?.upper;
}

/**
 * The first bound up to which there is enough, and then the place between it and the one before. What
 * lies up to a bound never falls from one to the next, so the first is found by halving.
 *  cost  O(n log n): as many looks at all buckets as halvings
 */
function inMany(buckets: readonly Bucket[], rank: number): number | undefined {
  const bounds = Float64Array.from(buckets.flatMap(({ lower, upper }) => [lower, upper])).sort();
  let first = 0;
  for (let last = bounds.length - 1; first < last; ) {
    const middle = (first + last) >>> 1;
    if (upTo(buckets, bounds[middle] as number) >= rank) last = middle;
    else first = middle + 1;
  }
  const bound = bounds[first] as number;
  const below = bounds[first - 1] ?? bound;
  const belowCount = upTo(buckets, below);
  const short = upTo(buckets, bound) - at(buckets, bound);
  if (short < rank) return bound;
  return between({ lower: below, upper: bound }, (rank - belowCount) / (short - belowCount));
}

const upTo = (buckets: readonly Bucket[], bound: number): number =>
  buckets.reduce((sum, bucket) => {
    if (bound >= bucket.upper) return sum + bucket.count;
    return bound <= bucket.lower ? sum : sum + bucket.count * shareBelow(bucket, bound);
  }, 0);

/** How much of its width lies below a bound in it. The width may be more than a number can be, its half not. */
function shareBelow({ lower, upper }: Bucket, bound: number): number {
  const width = upper - lower;
  if (Number.isFinite(width)) return (bound - lower) / width;
  return (bound / 2 - lower / 2) / (upper / 2 - lower / 2);
}

/** What is counted at one value alone. */
const at = (buckets: readonly Bucket[], value: number): number =>
  buckets.reduce(
    (sum, { lower, upper, count }) => (lower === value && upper === value ? sum + count : sum),
    0,
  );

const between = ({ lower, upper }: Pick<Bucket, 'lower' | 'upper'>, share: number): number =>
  lower === upper ? upper : lower * (1 - share) + upper * share;

/** The least and most of all values in buckets, where they are known. */
export type Extremes = { readonly least?: number | undefined; readonly most?: number | undefined };

/** A bucket without what lies beyond the extremes: nothing that was counted is there. */
export function within({ least, most }: Extremes, { lower, upper, count }: Bucket): Bucket {
  const clamped = (bound: number): number =>
    Math.min(most ?? bound, Math.max(least ?? bound, bound));
  return { lower: clamped(lower), upper: clamped(upper), count };
}

/**
 * The buckets of an explicit histogram. The outermost have no bound of their own, and some senders give them one that
 * is no number or the largest there is: they reach to the extremes, else from zero, and to the last bound.
 */
export function explicitBuckets(
  bounds: readonly number[],
  counts: readonly number[],
  { least, most }: Extremes,
): Bucket[] {
  const numbers = bounds.filter(bound => Math.abs(bound) < Number.MAX_VALUE);
  const first = numbers[0] ?? most ?? least ?? 0;
  const last = numbers.at(-1) ?? least ?? most ?? 0;
  const outermost = {
    least: least ?? Math.min(0, first, most ?? 0),
    most: most ?? Math.max(last, least ?? last),
  };
  return counts.map((count, index) =>
    within(outermost, {
      lower: bounds[index - 1] ?? Number.NEGATIVE_INFINITY,
      upper: bounds[index] ?? Number.POSITIVE_INFINITY,
      count,
    }),
  );
}

/** Counts by scale and index, as they are added up over senders and times. */
export type ScaledCount = {
  readonly scale: number;
  readonly index: number;
  readonly count: number;
};

/** The buckets of one side of exponential histograms, all in the coarsest of their scales: exact, as these nest. */
export function exponentialBuckets(counts: readonly ScaledCount[], isNegative: boolean): Bucket[] {
  const scale = counts.reduce((least, one) => Math.min(least, one.scale), Number.POSITIVE_INFINITY);
  const merged = new Map<number, number>();
  for (const { scale: own, index, count } of counts) {
    const place = Math.floor(index / 2 ** (own - scale));
    merged.set(place, (merged.get(place) ?? 0) + count);
  }
  return [...merged].map(([place, count]) => {
    const [near, far] = [boundOf(place, scale), boundOf(place + 1, scale)];
    return isNegative ? { lower: -far, upper: -near, count } : { lower: near, upper: far, count };
  });
}

const boundOf = (index: number, scale: number): number => finite(2 ** (index * 2 ** -scale));

const finite = (value: number): number =>
  Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value));
