import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  appendedAtMsOf,
  decodeRecord,
  encodeRecord,
} from '../../platform/topic-log/record-codec.ts';
import { holds } from '../support/property.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });

describe('record codec', () => {
  it('gives back what it was given', async () => {
    const property = fc.property(
      text,
      fc.uint8Array({ maxLength: 300 }),
      fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 6 }),
      fc.nat(2 ** 48 - 1),
      (key, value, pairs, appendedAtMs) => {
        const headers = Object.fromEntries(pairs);
        const encoded = encodeRecord({ key, value, headers }, appendedAtMs);
        const record = decodeRecord(encoded, 3, 2 ** 40);
        assert.deepEqual(
          { ...record, value: Uint8Array.from(record.value) },
          { partition: 3, offset: 2 ** 40, key, value, headers, appendedAtMs },
        );
        assert.equal(appendedAtMsOf(encoded), appendedAtMs);
      },
    );
    await holds(property, 1_000);
  });

  it('refuses a format it does not know', () => {
    const encoded = encodeRecord({ key: 'k', value: new Uint8Array(1), headers: {} }, 1);
    encoded.writeUInt8(2, 0);
    assert.throws(() => decodeRecord(encoded, 0, 0), /format 1, found 2/);
  });
});
