import fc from 'fast-check';

const unit = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });

/** Box–Muller: two uniform numbers make a normal one. */
const normal = fc
  .tuple(unit, unit)
  .map(([u, v]) => Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v));

const logNormal = normal.map(z => Math.exp(Math.log(20e6) + 1.2 * z));
const bimodal = fc.oneof(
  normal.map(z => 5e6 + 0.5e6 * z),
  normal.map(z => 900e6 + 50e6 * z),
);
/** Pareto with shape 1.1: a mean that hardly exists. */
const heavyTailed = unit.map(u => 1e6 / u ** (1 / 1.1));

const lists = (duration: fc.Arbitrary<number>, maxLength: number) =>
  fc.array(
    duration.map(nanos => Math.min(6e14, Math.max(0, Math.round(nanos)))),
    { minLength: 1, maxLength },
  );

/** Durations in nanoseconds, from one value up, of the shapes that latencies take. */
export const durationLists = (maxLength: number): fc.Arbitrary<number[]> =>
  fc.oneof(
    lists(logNormal, maxLength),
    lists(bimodal, maxLength),
    lists(heavyTailed, maxLength),
    fc
      .tuple(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 1, max: maxLength }))
      .map(([nanos, n]) => Array.from({ length: n }, () => nanos)),
  );

/** Ends relative to now in seconds: inside slots, on their edges, and days late. */
export const endOffsets = fc.oneof(
  fc.integer({ min: -3000, max: 0 }),
  fc.integer({ min: -300, max: 0 }).map(slot => slot * 10),
  fc.integer({ min: -6 * 86_400, max: -86_400 }),
);

/** The exact value at rank ceil(q · n) of the sorted values. */
export function nearestRank(values: readonly number[], q: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN;
}

/** What a duration in nanoseconds is read as where it is exact: a single one is nothing that a clock could tell. */
export const toldNanos = (nanos: number): number => (nanos <= 1 ? 0 : nanos);

/** Whether `reported` is within 1 % of `exact`, which one nanosecond is not told from. */
export const isWithinOnePercent = (reported: number, exact: number): boolean =>
  Math.abs(reported - toldNanos(exact)) <= 0.01 * exact;
