import assert from 'node:assert/strict';
import { ArrayEnds } from '../../platform/columns/array.ts';
import type { Column, ColumnData } from '../../platform/columns/column.ts';
import { nativeBlock } from '../../platform/warehouse/native.ts';
import { column, dictionary, strings, uint8s, uint16s, uint64s } from '../support/warehouse.ts';

describe('the Native block', () => {
  const bytes = (rows: number, ...columns: readonly Column[]): string =>
    Buffer.concat(nativeBlock(rows, columns)).toString('hex');
  const hex = (...parts: readonly (string | number[])[]): string =>
    parts.map(part => Buffer.from(part as string).toString('hex')).join('');
  const u64 = (value: number): number[] => [
    ...Buffer.from(BigUint64Array.of(BigInt(value)).buffer),
  ];
  const endsOf = (...ends: readonly number[]): ArrayEnds => {
    const built = new ArrayEnds();
    for (const end of ends) built.push(end);
    return built;
  };

  it('starts with the numbers of columns and rows', () => {
    assert.equal(
      bytes(2, column('a', 'UInt8', uint8s(7, 8)), column('b', 'String', strings('x', ''))),
      hex([2, 2, 1], 'a', [5], 'UInt8', [7, 8, 1], 'b', [6], 'String', [1], 'x', [0]),
    );
  });

  it('writes no data when there are no rows', () => {
    assert.equal(
      bytes(0, column('s', 'LowCardinality(String)', dictionary())),
      hex([1, 0, 1], 's', [22], 'LowCardinality(String)'),
    );
  });

  it('writes a dictionary with the narrowest index', () => {
    assert.equal(
      bytes(2, column('s', 'LowCardinality(String)', dictionary('x', 'x'))),
      hex([1, 2, 1], 's', [22], 'LowCardinality(String)', u64(1), u64(0x200), u64(2)) +
        hex([0, 1], 'x', u64(2), [1, 1]),
    );
  });

  it('writes the state of a nested dictionary before the ends of the rows', () => {
    const type = 'Array(LowCardinality(String))';
    assert.equal(
      bytes(2, column('s', type, endsOf(1, 1).array(dictionary('x')))),
      hex([1, 2, 1], 's', [29], type, u64(1), u64(1), u64(1), u64(0x200), u64(2)) +
        hex([0, 1], 'x', u64(1), [1]),
    );
  });

  it('writes nothing but the state of a nested dictionary without values', () => {
    const type = 'Array(LowCardinality(String))';
    assert.equal(
      bytes(2, column('s', type, endsOf(0, 0).array(dictionary()))),
      hex([1, 2, 1], 's', [29], type, u64(1), u64(0), u64(0)),
    );
  });

  it('names a simple aggregate by its values', () => {
    const type = 'SimpleAggregateFunction(sumMap, Map(UInt16, UInt64))';
    assert.equal(
      bytes(1, column('h', type, endsOf(1).map(uint16s(3), uint64s(4)))),
      hex([1, 1, 1], 'h', [19], 'Map(UInt16, UInt64)', u64(1), [3, 0], u64(4)),
    );
  });

  const refused: readonly [string, number, ColumnData, RegExp][] = [
    ['too few fixed values', 2, uint8s(1, 2, 3), /expected 2 bytes for 2 values, found 3/],
    ['no fixed values', 2, uint8s(), /expected 2 bytes for 2 values, found 0/],
    ['too few indexes', 2, dictionary('x'), /expected 2 indexes, found 1/],
    ['too many row ends', 1, endsOf(0, 0).array(uint8s()), /expected 1 row ends, found 2/],
    ['too few nested values', 1, endsOf(2).array(dictionary('x')), /expected 2 indexes, found 1/],
    [
      'keys without values',
      1,
      endsOf(1).map(uint8s(1), uint8s()),
      /expected 1 bytes for 1 values, found 0/,
    ],
  ];
  for (const [what, rows, data, message] of refused) {
    it(`refuses ${what}`, () => {
      assert.throws(() => nativeBlock(rows, [column('c', 'T', data)]), message);
    });
  }
});
