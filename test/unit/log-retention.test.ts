import assert from 'node:assert/strict';
import fc from 'fast-check';
import { firstKept } from '../../platform/topic-log/retention.ts';
import { holds } from '../support/property.ts';

/** Where a search ends among offsets of which those below `cut` are expired, and what it looked at. */
const searched = (start: number, end: number, cut: number) => {
  const seen: number[] = [];
  const kept = firstKept({ start, end }, offset => {
    seen.push(offset);
    return offset < cut;
  });
  return { kept, seen };
};

describe('retention of the log', () => {
  it('looks at the oldest record alone while nothing is expired', () => {
    assert.deepEqual(searched(7, 1_000_000, 7), { kept: 7, seen: [7] });
    assert.deepEqual(searched(7, 7, 0), { kept: 7, seen: [] });
  });

  it('finds the first record that is kept, with few looks at those before it', async () => {
    const offsets = fc.nat({ max: 5_000 });
    await holds(
      fc.property(offsets, offsets, offsets, (start, records, cut) => {
        const end = start + records;
        const { kept, seen } = searched(start, end, cut);
        assert.equal(kept, Math.min(end, Math.max(start, cut)));
        assert.ok(seen.every(offset => start <= offset && offset < end));
        assert.ok(seen.length <= 2 + 2 * Math.log2(kept - start + 1), `${seen.length} looks`);
      }),
      1_000,
    );
  });
});
