import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ArrayEnds } from '../../platform/columns/array.ts';
import type { ColumnData } from '../../platform/columns/column.ts';
import { DictionaryColumn } from '../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../platform/columns/fixed.ts';
import { StringColumn } from '../../platform/columns/strings.ts';

function bytesOf(data: ColumnData): Buffer {
  assert.ok(data.kind === 'fixed' || data.kind === 'strings');
  return Buffer.from(data.bytes);
}

/** Reads what `StringColumn` wrote, in another way than it is written. */
function readStrings(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    let length = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      length += (byte % 128) * factor;
      if (byte < 128) break;
    }
    found.push(Buffer.from(bytes.subarray(at, at + length)).toString('hex'));
    at += length;
  }
  return found;
}

const values = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 50 });
const hexes = (list: readonly Uint8Array[]): string[] =>
  list.map(value => Buffer.from(value).toString('hex'));

describe('FixedColumn', () => {
  it('keeps numbers of every width, beyond its first size', () => {
    const widths = [1, 2, 4] as const;
    const numbers = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...widths), numbers, (width, list) => {
        const column = new FixedColumn(width, 1);
        for (const value of list) column.push(value);
        const bytes = bytesOf(column.data());
        const expected = list.map(value => value % 2 ** (8 * width));
        assert.equal(column.rows, list.length);
        assert.deepEqual(
          list.map((_, index) => bytes.readUIntLE(index * width, width)),
          expected,
        );
      }),
    );
  });

  it('keeps 64-bit numbers, whole or in halves', () => {
    const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(whole, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (integer, big) => {
        const column = new FixedColumn(8, 1);
        column.pushInteger(integer);
        column.pushHalves(Number(big & 0xffff_ffffn), Number(big >> 32n));
        const bytes = bytesOf(column.data());
        assert.equal(bytes.readBigUInt64LE(0), BigInt(integer));
        assert.equal(bytes.readBigUInt64LE(8), big);
      }),
    );
  });

  it('turns ids on the wire around', () => {
    const wire = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
    const uuid = new FixedColumn(16);
    uuid.pushUuid(wire, 0);
    assert.equal(bytesOf(uuid.data()).toString('hex'), '7766554433221100ffeeddccbbaa9988');
    const id = new FixedColumn(8);
    id.pushBigEndian(wire, 8);
    assert.equal(bytesOf(id.data()).readBigUInt64LE(0), 0x8899aabbccddeeffn);
  });

  it('forgets rows', () => {
    const column = new FixedColumn(2);
    for (const value of [1, 2, 3]) column.push(value);
    column.truncate(1);
    column.push(9);
    assert.equal(bytesOf(column.data()).toString('hex'), '01000900');
  });

  it('refuses a number where it would leave bytes unwritten', () => {
    assert.throws(() => new FixedColumn(8).push(1), /expected a width up to 4, found 8/);
  });
});

describe('StringColumn', () => {
  it('keeps bytes of every length', () => {
    fc.assert(
      fc.property(values, list => {
        const column = new StringColumn(1);
        for (const value of list) column.pushBytes(value, 0, value.length);
        assert.equal(column.rows, list.length);
        assert.deepEqual(readStrings(bytesOf(column.data())), hexes(list));
      }),
    );
    const long = Buffer.alloc(2_100_000, 7);
    const column = new StringColumn();
    column.pushBytes(long, 0, long.length);
    assert.deepEqual(readStrings(bytesOf(column.data())), hexes([long]));
  });

  it('writes text as UTF-8, a lone surrogate as the replacement character', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 50 }), { maxLength: 10 });
    fc.assert(
      fc.property(texts, list => {
        const column = new StringColumn(1);
        for (const text of list) column.pushText(text);
        assert.deepEqual(
          readStrings(bytesOf(column.data())),
          hexes(list.map(text => Buffer.from(text))),
        );
      }),
      { examples: [[['\ud800', 'a\udfffb', '']]] },
    );
  });

  it('goes back to a mark', () => {
    const column = new StringColumn();
    column.pushText('kept');
    const mark = column.mark();
    column.pushText('gone');
    column.rollback(mark);
    column.pushEmpty();
    assert.equal(column.rows, 2);
    assert.deepEqual(
      readStrings(bytesOf(column.data())),
      hexes([Buffer.from('kept'), Buffer.alloc(0)]),
    );
  });
});

describe('DictionaryColumn', () => {
  function read(data: ColumnData): string[] {
    assert.ok(data.kind === 'dictionary');
    const entries = readStrings(data.dictionary);
    assert.equal(entries.length, data.size);
    assert.equal(entries[0], '');
    assert.equal(new Set(entries).size, entries.length);
    return Array.from(data.indexes, index => entries[index] ?? 'out of range');
  }

  it('keeps every different string once and gives each row its own', () => {
    const few = fc.array(fc.constantFrom('', 'a', 'b', 'ab').map(Buffer.from), { maxLength: 50 });
    fc.assert(
      fc.property(fc.oneof(values, few), list => {
        const column = new DictionaryColumn();
        for (const value of list) column.pushBytes(value, 0, value.length);
        assert.deepEqual(read(column.data()), hexes(list));
      }),
    );
  });

  it('finds its strings again after growing', () => {
    const column = new DictionaryColumn();
    const texts = Array.from({ length: 5000 }, (_, index) => `name-${index}`);
    const first = texts.map(text => column.pushText(text));
    const again = texts.map(text => column.pushText(text));
    assert.deepEqual(again, first);
    assert.equal(column.size, 5001);
    assert.equal(column.text(first[4321] ?? 0), 'name-4321');
    assert.deepEqual(
      read(column.data()),
      hexes([...texts, ...texts].map(text => Buffer.from(text))),
    );
  });

  it('forgets rows and keeps their strings', () => {
    const column = new DictionaryColumn();
    column.pushText('kept');
    column.pushText('gone');
    column.truncate(1);
    assert.deepEqual(read(column.data()), hexes([Buffer.from('kept')]));
    assert.equal(column.pushText('gone'), 2);
  });
});

describe('ArrayEnds', () => {
  it('counts values up to the end of each row, beyond its first size', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1000 }), { maxLength: 3000 }), lengths => {
        const ends = new ArrayEnds();
        const expected: bigint[] = [];
        let values = 0;
        for (const length of lengths) {
          values += length;
          ends.push(values);
          expected.push(BigInt(values));
        }
        const data = ends.array({ kind: 'fixed', width: 1, bytes: new Uint8Array(0) });
        assert.ok(data.kind === 'array');
        assert.deepEqual([...data.ends], expected);
        assert.equal(ends.rows, lengths.length);
      }),
      { numRuns: 30 },
    );
  });
});
