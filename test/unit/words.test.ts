import { deepEqual, equal, notEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { StringColumn } from '../../platform/columns/strings.ts';
import {
  copyBytes,
  copyShort,
  hashBytes,
  sameBytes,
  viewOf,
} from '../../platform/columns/words.ts';

/** The same bytes somewhere inside a larger buffer, as strings lie in a body. */
const placed = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 9 }))
  .map(([value, from]) => ({
    value,
    from,
    to: from + value.length,
    bytes: Buffer.concat([Buffer.alloc(from, 1), value, Buffer.alloc(5, 2)]),
  }));

const stringsOf = (column: StringColumn): string => {
  const data = column.data();
  return data.kind === 'strings' ? Buffer.from(data.bytes).toString('latin1') : '';
};

describe('bytes taken four at a time', () => {
  it('are copied exactly, and known to be ASCII or not', () => {
    fc.assert(
      fc.property(placed, ({ value, from, to, bytes }) => {
        const target = Buffer.alloc(value.length + 8, 9);
        const isAscii = copyShort(viewOf(bytes), from, to, viewOf(target), 3);
        equal(
          isAscii,
          value.every(byte => byte < 128),
        );
        deepEqual(target, Buffer.concat([Buffer.alloc(3, 9), value, Buffer.alloc(5, 9)]));
      }),
    );
  });

  it('are copied however long they are', () => {
    for (const length of [0, 149, 150, 151, 100_000]) {
      const source = Buffer.alloc(length + 2, 7);
      const target = Buffer.alloc(length + 2);
      copyBytes(source, 1, length + 1, new DataView(target.buffer, target.byteOffset), 1);
      equal(target.indexOf(7), length === 0 ? -1 : 1);
      equal(target.filter(byte => byte === 7).length, length);
    }
  });

  it('are the same only where every byte is', () => {
    fc.assert(
      fc.property(placed, fc.nat(), ({ value, from, to, bytes }, place) => {
        const other = Uint8Array.from(value);
        equal(sameBytes(viewOf(value), 0, viewOf(bytes), from, value.length), true);
        equal(hashBytes(viewOf(value), 0, value.length, 5), hashBytes(viewOf(bytes), from, to, 5));
        if (value.length === 0) return;
        const changed = place % value.length;
        other[changed] = (other[changed] ?? 0) ^ 4;
        equal(sameBytes(viewOf(other), 0, viewOf(bytes), from, value.length), false);
        notEqual(
          hashBytes(viewOf(other), 0, value.length, 5),
          hashBytes(viewOf(bytes), from, to, 5),
        );
      }),
    );
  });
});

describe('a column of strings', () => {
  it('takes what is ASCII and leaves anything else alone', () => {
    const column = new StringColumn(1);
    const bytes = Buffer.from('plain, größer');
    equal(column.pushAscii(bytes, 0, 5), true);
    equal(column.pushAscii(bytes, 0, bytes.length), false);
    equal(column.rows, 1);
    equal(stringsOf(column), '\x05plain');
  });

  it('writes whole numbers in digits', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), number => {
        const column = new StringColumn(1);
        column.pushDecimal(number);
        const digits = String(number);
        equal(stringsOf(column), `${String.fromCharCode(digits.length)}${digits}`);
      }),
      { examples: [[0], [9], [10], [999_999_999], [1_000_000_000], [2 ** 31 - 1]] },
    );
  });
});
