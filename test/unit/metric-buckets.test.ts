import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Bucket,
  explicitBuckets,
  percentile,
} from '../../services/query-api/metrics/metric-buckets.ts';

const bucket = (lower: number, upper: number, count: number): Bucket => ({ lower, upper, count });

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

  it('ends at the bounds that are known where a bucket has none', () => {
    const known = { least: -3, most: 99 };
    const [first, , last] = explicitBuckets([1, 2], [1, 1, 1], known);
    equal(first?.lower, -3);
    equal(last?.upper, 99);
    const [zero, , open] = explicitBuckets([1, 2], [1, 1, 1], {});
    equal(zero?.lower, 0);
    equal(open?.upper, 2);
  });
});
