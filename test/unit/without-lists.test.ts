import { deepEqual, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { ArrayEnds } from '../../platform/columns/array.ts';
import { DictionaryColumn } from '../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../platform/columns/fixed.ts';
import { StringColumn } from '../../platform/columns/strings.ts';
import { withoutLists } from '../../platform/columns/without-lists.ts';
import { rowsOf } from '../support/otlp-rows.ts';

const lists = fc.array(
  fc.tuple(fc.array(fc.string({ maxLength: 200 }), { maxLength: 4 }), fc.boolean()),
  { maxLength: 20 },
);

function columnsOf(rows: readonly (readonly string[])[]) {
  const [keys, values, sizes, ends] = [
    new DictionaryColumn(),
    new StringColumn(),
    new FixedColumn(4),
    new ArrayEnds(),
  ];
  for (const row of rows) {
    for (const text of row) {
      keys.pushText(text);
      values.pushText(text);
      sizes.push(text.length);
    }
    ends.push(sizes.rows);
  }
  return [keys.data(), values.data(), sizes.data()].map(data => ends.array(data));
}

const types = ['Array(LowCardinality(String))', 'Array(String)', 'Array(UInt32)'];

const read = (all: readonly ReturnType<typeof withoutLists>[]) =>
  rowsOf(all.map((data, at) => ({ name: `c${at}`, type: types[at] ?? '', data })));

describe('lists that are left out', () => {
  it('are empty, and the others are as they were', () => {
    fc.assert(
      fc.property(lists, drawn => {
        const isOut = Uint8Array.from(drawn, ([, out]) => (out ? 1 : 0));
        const given = columnsOf(drawn.map(([list]) => list));
        const expected = columnsOf(drawn.map(([list, out]) => (out ? [] : list)));
        const found = given.map(data => data.kind === 'array' && withoutLists(data, isOut));
        deepEqual(read(found as never), read(expected as never));
      }),
    );
  });

  it('are not lists of lists', () => {
    const ends = new ArrayEnds();
    const inner = new ArrayEnds();
    const data = ends.array(inner.array(new FixedColumn(4).data()));
    throws(
      () => data.kind === 'array' && withoutLists(data, new Uint8Array(0)),
      /found lists of arrays/,
    );
  });
});
