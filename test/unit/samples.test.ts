import { deepEqual, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { bucketOf } from '../../schemas/window.ts';
import { spansAt } from '../../services/query-api/windows/samples.ts';
import { durationLists } from '../support/durations.ts';
import { holds } from '../support/property.ts';

const runs = 200;

const countsOf = (sorted: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const nanos of sorted) counts.set(bucketOf(nanos), (counts.get(bucketOf(nanos)) ?? 0) + 1);
  return [...counts].map(([bucket, n]) => ({ bucket, n }));
};

describe('the spans at a rank', () => {
  it('lie where a sorted list has them, two on either side', async () => {
    await holds(
      fc.property(
        durationLists(60).filter(list => list.length > 0),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, share) => {
          const sorted = [...list].sort((left, right) => left - right);
          const rank = Math.max(1, Math.ceil(share * sorted.length));
          const placed = spansAt(rank, countsOf(sorted));
          const inBuckets = sorted.filter(nanos => {
            const bucket = bucketOf(nanos);
            return bucket >= placed.firstBucket && bucket <= placed.lastBucket;
          });
          const skipped = placed.first - 1 - placed.before;
          const found = inBuckets.slice(skipped, skipped + placed.last - placed.first + 1);
          deepEqual(found, sorted.slice(Math.max(0, rank - 3), rank + 2));
        },
      ),
      runs,
    );
  });

  it('are none for a rank that is not there', () => {
    throws(() => spansAt(4, [{ bucket: 7, n: 3 }]), RangeError);
    throws(() => spansAt(1, []), RangeError);
  });
});
