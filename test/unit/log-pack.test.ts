import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { createBell } from '../../platform/lmdb/notifier.ts';
import { encodePack, packLimits, sourcesIn } from '../../platform/topic-log/pack.ts';
import type { PartitionLog } from '../../platform/topic-log/partition-log.ts';
import {
  appendedAtMsOf,
  decodeRecord,
  encodeRecord,
} from '../../platform/topic-log/record-codec.ts';
import { valuesOf } from '../../platform/topic-log/values-of-commit.ts';
import { holds } from '../support/property.ts';

const records = fc.array(
  fc.record({
    key: fc.string({ maxLength: 10 }),
    value: fc.uint8Array({ maxLength: 200 }),
    headers: fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ maxLength: 20 })),
    appendedAtMs: fc.nat(2 ** 48 - 1),
  }),
  { minLength: 1, maxLength: 30 },
);

const encoded = (list: readonly { readonly value: Uint8Array; readonly appendedAtMs: number }[]) =>
  list.map(({ appendedAtMs, ...record }) =>
    encodeRecord({ key: '', headers: {}, ...record }, appendedAtMs),
  );

const stored = encodePack(
  encoded([1, 2, 3].map(at => ({ value: Buffer.from('body'), appendedAtMs: at }))),
);
const nameLengthAt = 7;
const countAt = 8;
const inflatedBytesAt = 12;
const nameAt = 16;

const log: PartitionLog = {
  topicNumber: 1,
  partition: 0,
  start: 0,
  end: 0,
  recent: new Map(),
  appended: createBell(),
};

describe('the values of a commit', () => {
  const record = (isCompressed: boolean, offset = 0) => {
    const [value = Buffer.alloc(0)] = encoded([{ value: Buffer.alloc(4_000, 1), appendedAtMs: 1 }]);
    return { log, offset, value, isCompressed };
  };

  it('are compressed, but for a record alone whose body is compressed', async () => {
    const [plain] = await valuesOf([record(false)]);
    ok((plain?.value.length ?? 0) < 1_000);
    const compressed = record(true);
    deepEqual(await valuesOf([compressed]), [{ log, last: 0, value: compressed.value }]);
    const both = await valuesOf([record(true), record(false, 1)]);
    deepEqual(
      both.map(({ last }) => last),
      [1],
    );
    equal(sourcesIn(both[0]?.value ?? Buffer.alloc(0), 1, 0).length, 2);
  });
});

describe('a value of several records', () => {
  it('gives them back from any offset on, each at its place', async () => {
    const property = fc.property(records, fc.nat(2 ** 50), fc.nat(40), (list, first, skipped) => {
      const last = first + list.length - 1;
      const value = encodePack(encoded(list));
      const found = sourcesIn(value, last, first + skipped).map(([offset, source]) => {
        const record = decodeRecord(source, 3, offset);
        return { ...record, value: Uint8Array.from(record.value) };
      });
      const expected = list.map((record, index) => ({
        ...record,
        headers: { ...record.headers },
        partition: 3,
        offset: first + index,
      }));
      deepEqual(found, expected.slice(skipped));
      equal(appendedAtMsOf(value), Math.max(...list.map(({ appendedAtMs }) => appendedAtMs)));
    });
    await holds(property, 300);
  });

  it('stands beside values of one record, as they were written before', () => {
    const [record] = encoded([{ value: Buffer.from('body'), appendedAtMs: 1 }]);
    ok(record);
    deepEqual(sourcesIn(record, 7, 7), [[7, record]]);
  });

  it('is much shorter than its records when they are alike', () => {
    const alike = Array.from({ length: 100 }, (_, index) => ({
      key: `key-${index}`,
      headers: { organization: 'b6e1f9a8-0000-4000-8000-000000000001', format: 'protobuf' },
      value: Buffer.from(`GET /api/orders/${index}`),
      appendedAtMs: 1_000 + index,
    }));
    const list = encoded(alike);
    ok(encodePack(list).length < list.reduce((sum, { length }) => sum + length, 0) / 5);
  });

  describe('that is not what it claims', () => {
    const changed = (change: (value: Buffer) => unknown): Buffer => {
      const value = Buffer.from(stored);
      change(value);
      return value;
    };
    const read = (value: Buffer) => () => sourcesIn(value, 2, 0);

    it('is refused with its format, its codec or its size', () => {
      equal(read(stored)().length, 3);
      throws(read(changed(value => value.writeUInt8(9, 0))), /format 1 or 2, found 9/);
      throws(read(changed(value => value.write('lz5!', nameAt))), /found "lz5!"/);
      throws(read(changed(value => value.writeUInt8(200, nameLengthAt))), Error);
      const bomb = changed(value => value.writeUInt32BE(2 ** 32 - 1, inflatedBytesAt));
      throws(read(bomb), new RegExp(`at most ${packLimits.readBytesMax} inflated bytes`));
    });

    it('is refused when it holds more or fewer records', () => {
      for (const count of [0, 2, 4, 2 ** 32 - 1])
        throws(read(changed(value => value.writeUInt32BE(count, countAt))), /records up to 2/);
    });

    it('is refused wherever it is cut', () => {
      for (let length = 0; length < stored.length; length++)
        throws(read(stored.subarray(0, length)), Error, `cut at ${length}`);
    });
  });
});
