import { deepEqual, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { DictionaryColumn } from '../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../platform/columns/fixed.ts';
import { withText } from '../../platform/columns/with-text.ts';
import { rowsOf } from '../support/otlp-rows.ts';
import { holds } from '../support/property.ts';

describe('texts that are replaced', () => {
  it('are the one text, and the others are as they were', () => {
    const rows = fc.array(fc.tuple(fc.string(), fc.boolean()), { maxLength: 50 });
    return holds(
      fc.property(rows, fc.string(), (given, other) => {
        const column = new DictionaryColumn();
        for (const [text] of given) column.pushText(text);
        const isOut = Uint8Array.from(given, ([, out]) => (out ? 1 : 0));
        const data = withText(column.data(), other, isOut);
        deepEqual(
          rowsOf([{ name: 'a', type: 'LowCardinality(String)', data }]).map(row => row.a),
          given.map(([text, out]) => (out ? other : text)),
        );
      }),
      300,
    );
  });

  it('are in a dictionary', () => {
    throws(() => withText(new FixedColumn(1).data(), 'a', new Uint8Array(0)), TypeError);
  });
});
