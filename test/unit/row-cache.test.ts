import { deepEqual, equal, rejects } from 'node:assert/strict';
import { openRemembered, rowCacheLimits } from '../../platform/read-store/row-cache.ts';

/** Counts what is read of the store. */
function counting() {
  const cache = openRemembered<{ readonly reads: number }>();
  let reads = 0;
  return {
    cache,
    reads: () => reads,
    get: (key: string, textLength = 10, table = 1) =>
      cache.get(table, key, () => {
        reads++;
        return { row: { key, reads }, textLength };
      }),
  };
}

describe('rows that were read a moment ago', () => {
  it('are read once, also those that are not there', () => {
    const { cache, get, reads } = counting();
    deepEqual(
      [get('a'), get('a'), get('b')].map(row => row?.reads),
      [1, 1, 2],
    );
    deepEqual(get('a', 10, 2)?.reads, 3);
    let looks = 0;
    const missing = () => {
      looks++;
      return { row: undefined, textLength: 0 };
    };
    deepEqual([cache.get(3, 'a', missing), cache.get(3, 'a', missing)], [undefined, undefined]);
    equal(looks, 1);
    equal(reads(), 3);
  });

  it('are read each time while something is written, and once again after it', async () => {
    const { cache, get } = counting();
    get('a');
    const ends: (() => void)[] = [];
    const write = () => cache.writing(() => new Promise<void>(resolve => ends.push(resolve)));
    const both = [write(), write()];
    deepEqual(
      [get('a'), get('a')].map(row => row?.reads),
      [2, 3],
    );
    ends[0]?.();
    await both[0];
    deepEqual(
      [get('a'), get('a')].map(row => row?.reads),
      [4, 5],
    );
    ends[1]?.();
    await both[1];
    deepEqual(
      [get('a'), get('a')].map(row => row?.reads),
      [6, 6],
    );
    await rejects(
      cache.writing(async () => Promise.reject(new Error('disk full'))),
      /disk full/,
    );
    deepEqual(
      [get('a'), get('a')].map(row => row?.reads),
      [7, 7],
    );
  });

  it('are forgotten when there are more, the first first, and never kept when they are long', () => {
    const { get } = counting();
    for (let index = 0; index <= rowCacheLimits.rowsMax; index++) get(`${index}`);
    const all = rowCacheLimits.rowsMax + 1;
    equal(get('1')?.reads, 2);
    equal(get('0')?.reads, all + 1);
    const long = rowCacheLimits.textLengthMax;
    deepEqual(
      [get('long', long), get('long', long)].map(row => row?.reads),
      [all + 2, all + 3],
    );
  });
});
