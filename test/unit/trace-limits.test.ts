import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { attributeTextToJson, type KeyValue } from '../../platform/otlp/attributes.ts';
import { fairLimit } from '../../services/query-api/bounds/fair-limit.ts';
import { jsonBytesOf } from '../../services/query-api/bounds/json-bytes.ts';
import { mendedList } from '../../services/query-api/bounds/shortened-list.ts';
import { anyValue, words } from '../support/otlp-arbitraries.ts';
import { holds } from '../support/property.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });

describe('a fair limit', () => {
  it('lets all of them take what there is, and no more', async () => {
    const sizes = fc.array(fc.nat(1_000), { maxLength: 30 });
    await holds(
      fc.property(sizes, fc.integer({ min: 1, max: 10_000 }), (given, total) => {
        const limit = fairLimit(given, total);
        const taken = given.reduce((sum, size) => sum + Math.min(size, limit), 0);
        const wanted = given.reduce((sum, size) => sum + size, 0);
        ok(taken <= total + 1e-6);
        if (limit === Number.POSITIVE_INFINITY) return ok(wanted <= total);
        ok(wanted > total && Math.abs(taken - total) < 1e-6, `${taken} of ${total}`);
      }),
      2_000,
    );
  });
});

describe('the bytes of a text in JSON', () => {
  it('are those that it is written with', async () => {
    await holds(
      fc.property(text, given => {
        equal(jsonBytesOf(given), Buffer.byteLength(JSON.stringify(given)) - 2);
      }),
      2_000,
    );
    equal(jsonBytesOf('\u0001'.repeat(1_000)), 6_000);
  });
});

describe('attributes that were cut off anywhere', () => {
  const lists = fc.array(fc.record({ key: words, value: anyValue }), {
    minLength: 1,
    maxLength: 4,
  });

  it('are those before the cut, and the beginning of a text', async () => {
    await holds(
      fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), (list, at) => {
        const bytes = Buffer.from(JSON.stringify(list));
        const cut = bytes.subarray(0, 1 + Math.floor(at * (bytes.length - 1))).toString();
        const { text: mended, wholeItems } = mendedList(cut);
        const found = JSON.parse(mended) as KeyValue[];
        const given = JSON.parse(JSON.stringify(list)) as KeyValue[];
        deepEqual(found.slice(0, wholeItems), given.slice(0, wholeItems));
        for (const part of found.slice(wholeItems)) {
          const { key, value } = given[wholeItems] ?? {};
          equal(part.key, key);
          const beginning = part.value.stringValue?.replace(/… \(shortened\)$/, '') ?? 'none';
          ok(value?.stringValue?.startsWith(beginning), `${beginning} of ${value?.stringValue}`);
        }
        ok(found.length <= wholeItems + 1);
        attributeTextToJson(mended);
      }),
      3_000,
    );
  });

  it('are all of them where nothing is cut off', () => {
    const list = [
      { key: 'a"},{', value: { stringValue: '}]"\\' } },
      { key: 'b', value: { kvlistValue: { values: [{ key: 'c', value: {} }] } } },
    ];
    const { text: mended, wholeItems } = mendedList(JSON.stringify(list));
    deepEqual([JSON.parse(mended), wholeItems], [list, 2]);
  });

  it('keep nearly all of a long text', () => {
    const value = 'a"\u0001é'.repeat(1_000);
    const whole = JSON.stringify([{ key: 'k', value: { stringValue: value } }]);
    const { text: mended } = mendedList(whole.slice(0, whole.length - 100));
    const [part] = JSON.parse(mended) as KeyValue[];
    ok((part?.value.stringValue?.length ?? 0) > value.length - 100);
  });
});
