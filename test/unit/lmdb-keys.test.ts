import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  afterPrefix,
  numberInKey,
  numberKey,
  textInKey,
  textKey,
  textKeyPrefix,
} from '../../platform/lmdb/keys.ts';
import { holds } from '../support/property.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('\0', '\x01', '\xff', 'a', '🔑', '\uffff'), maxLength: 5 }),
);
const suffix = fc.uint8Array({ maxLength: 9 });
const sign = (number: number): number => Math.sign(number);

describe('lmdb keys', () => {
  it('sort texts by their UTF-8 bytes, whatever follows them', async () => {
    const property = fc.property(text, text, suffix, suffix, (one, other, after, later) => {
      fc.pre(one !== other);
      assert.equal(
        sign(
          Buffer.compare(
            Buffer.concat([textKey(one), after]),
            Buffer.concat([textKey(other), later]),
          ),
        ),
        sign(Buffer.compare(Buffer.from(one), Buffer.from(other))),
      );
    });
    await holds(property, 2_000);
  });

  it('give their texts and numbers back', async () => {
    const number = fc.maxSafeNat();
    const property = fc.property(text, text, number, (one, other, value) => {
      const key = Buffer.concat([textKey(one), textKey(other), numberKey(value)]);
      const first = textInKey(key, 0);
      const second = textInKey(key, first.end);
      assert.deepEqual([first.text, second.text], [one, other]);
      assert.equal(numberInKey(key, second.end), value);
    });
    await holds(property, 1_000);
  });

  it('sort numbers as numbers', async () => {
    const number = fc.oneof(fc.maxSafeNat(), fc.nat(300));
    const property = fc.property(number, number, (one, other) => {
      assert.equal(sign(Buffer.compare(numberKey(one), numberKey(other))), sign(one - other));
    });
    await holds(property, 1_000);
  });

  it('of a prefix enclose the texts that begin with it and no others', async () => {
    const property = fc.property(text, text, (prefix, whole) => {
      const start = textKeyPrefix(prefix);
      fc.pre(start.length > 0);
      const key = textKey(whole);
      const isInside =
        Buffer.compare(start, key) <= 0 && Buffer.compare(key, afterPrefix(start)) < 0;
      assert.equal(isInside, whole.startsWith(prefix));
    });
    await holds(property, 2_000);
  });
});
