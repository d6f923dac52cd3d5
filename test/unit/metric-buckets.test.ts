import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { type Bucket, explicitBuckets, percentile } from '../../domain/metrics/buckets.ts';
import { naivePercentile } from '../support/percentile-reference.ts';
import { holds } from '../support/property.ts';

const bucket = (lower: number, upper: number, count: number): Bucket => ({ lower, upper, count });

/** Of the numbers between which a value was placed: rounding is relative to them. */
const sizeAround = (value: number, buckets: readonly Bucket[]): number =>
  buckets
    .filter(({ lower, upper }) => lower <= value && value <= upper)
    .reduce((size, { lower, upper }) => Math.max(size, Math.abs(lower), Math.abs(upper)), 1);

describe('a percentile of buckets', () => {
  it('is nothing where nothing is', () => {
    equal(percentile([], 0.5), undefined);
    equal(percentile([bucket(0, 1, 0)], 0.5), undefined);
  });

  it('lies between the bounds as far as its rank lies among the counts', () => {
    const buckets = [bucket(0, 10, 2), bucket(10, 20, 2)];
    equal(percentile(buckets, 0.25), 5);
    equal(percentile(buckets, 0.5), 10);
    equal(percentile(buckets, 0.75), 15);
    equal(percentile(buckets, 1), 20);
  });

  it('is the value itself where a bucket holds a single one', () => {
    equal(percentile([bucket(0, 0, 3), bucket(1, 2, 1)], 0.5), 0);
  });

  it('counts lists with other bounds evenly over the width of each bucket', () => {
    const buckets = [bucket(0, 4, 4), bucket(0, 2, 2), bucket(2, 4, 2)];
    equal(percentile(buckets, 0.5), 2);
    equal(percentile(buckets, 0.25), 2 * (2 / 4));
  });

  it('never leaves the buckets and never falls as the share rises', () => {
    const any = fc
      .tuple(fc.nat(20), fc.nat(20), fc.nat(5))
      .map(([lower, width, count]) => bucket(lower, lower + width, count));
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 8 }), buckets => {
        const filled = buckets.filter(({ count }) => count > 0);
        let before = Number.NEGATIVE_INFINITY;
        for (const q of [0.01, 0.5, 0.9, 0.99, 1]) {
          const found = percentile(buckets, q);
          if (filled.length === 0) return found === undefined;
          ok(found !== undefined && found >= before - 1e-9);
          ok(filled.some(({ lower, upper }) => found >= lower - 1e-9 && found <= upper + 1e-9));
          before = found;
        }
        return true;
      }),
    );
  });

  it('is that of a naive reading, whatever the buckets are', async () => {
    const value = fc.oneof(
      fc.integer({ min: -20, max: 20 }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      // What stands for an infinite bound.
      fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, 0, -0),
    );
    const any = fc
      .tuple(value, value, fc.oneof(fc.nat(5), fc.nat(1e9)))
      .map(([one, other, count]) => bucket(Math.min(one, other), Math.max(one, other), count));
    const single = fc.tuple(value, fc.nat(5)).map(([at, count]) => bucket(at, at, count));
    const explicit = fc
      .array(fc.tuple(value, fc.nat(9)), { minLength: 1, maxLength: 7 })
      .map(pairs => {
        const bounds = pairs.slice(1).map(([bound]) => bound);
        return explicitBuckets(
          bounds.sort((one, other) => one - other),
          pairs.map(([, count]) => count),
          {},
        );
      });
    const list = fc
      .array(fc.oneof(fc.array(fc.oneof(any, single)), explicit), { maxLength: 6 })
      .map(lists => [...lists.flat(), ...(lists[0] ?? [])]);
    await holds(
      fc.property(list, fc.constantFrom(0.5, 0.75, 0.9, 0.95, 0.99, 1), (buckets, q) => {
        const [found, expected] = [percentile(buckets, q), naivePercentile(buckets, q)];
        if (expected === undefined || found === undefined) return equal(found, expected);
        ok(
          Math.abs(found - expected) <= 1e-9 * sizeAround(expected, buckets),
          `${found} instead of ${expected}`,
        );
      }),
      5_000,
    );
  });

  it('looks at each of many buckets a few times only', () => {
    const buckets = Array.from({ length: 50_000 }, (_, index) => bucket(index, index + 1.5, 1));
    let looks = 0;
    const counted = buckets.map(({ lower, ...rest }) =>
      Object.defineProperty({ ...rest, lower }, 'lower', {
        get: () => {
          looks++;
          return lower;
        },
      }),
    );
    ok(percentile(counted, 0.9));
    ok(looks < 100 * buckets.length, `${looks} looks at ${buckets.length} buckets`);
  });

  it('ends at the bounds that are known where a bucket has none', () => {
    const known = { least: -3, most: 99 };
    const [first, , last] = explicitBuckets([1, 2], [1, 1, 1], known);
    equal(first?.lower, -3);
    equal(last?.upper, 99);
    const clamped = explicitBuckets([1, 200], [0, 4, 0], { least: 101, most: 120 });
    deepEqual(clamped[1], { lower: 101, upper: 120, count: 4 });
    for (const last of [Number.POSITIVE_INFINITY, Number.MAX_VALUE])
      equal(explicitBuckets([1, 2, last], [1, 1, 1, 0], {})[2]?.upper, 2);
    const [zero, , open] = explicitBuckets([1, 2], [1, 1, 1], {});
    equal(zero?.lower, 0);
    equal(open?.upper, 2);
  });
});
