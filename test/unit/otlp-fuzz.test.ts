import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openSpanBatch } from '../../platform/otlp/span-batch.ts';
import { decodeTraces } from '../../platform/otlp/traces.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { checkTraces } from '../support/check-otlp.ts';
import { mutated, mutations } from '../support/mutations.ts';
import { orMalformed } from '../support/or-malformed.ts';
import { body, receivedAtMs, span, traces } from '../support/otlp.ts';
import { anySpan, tracesOf } from '../support/otlp-arbitraries.ts';
import { recordContext, resourceRows, spanRows } from '../support/otlp-rows.ts';

/** Checks and decodes into a batch that already holds something; both must decide the same. */
function checkAndDecode(bytes: Buffer, format: OtlpFormat): void {
  const batch = openSpanBatch();
  decodeTraces(body(traces([span()]), 'protobuf'), 'protobuf', recordContext, batch);
  const before = [spanRows(batch), resourceRows(batch)];
  const checked = orMalformed(() => checkTraces(bytes, format, { receivedAtMs }));
  const decoded = orMalformed(() => decodeTraces(bytes, format, recordContext, batch));
  assert.deepEqual(decoded, checked);
  const taken = typeof checked === 'string' ? 0 : checked.spans;
  assert.equal(batch.spanRows, 1 + taken);
  assert.equal(batch.facts().rows, 1 + taken);
  assert.equal(spanRows(batch).length, 1 + taken);
  if (taken === 0) assert.deepEqual([spanRows(batch), resourceRows(batch)], before);
}

for (const format of ['json', 'protobuf'] as const) {
  describe(`malformed bodies in ${format}`, function () {
    this.timeout(20_000);

    it('are decided alike when checked and when decoded, and throw nothing but MalformedBody', () => {
      fc.assert(
        fc.property(tracesOf(anySpan), mutations, (request, changes) => {
          checkAndDecode(mutated(body(request, format), changes), format);
        }),
        { numRuns: 250 },
      );
    });

    it('may be any bytes', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
          checkAndDecode(Buffer.from(bytes), format);
        }),
        { numRuns: 250 },
      );
    });

    it('may be cut anywhere', () => {
      const bytes = body(
        traces([
          span({
            attributes: [{ key: 'a', value: { arrayValue: { values: [{ intValue: 5 }] } } }],
          }),
        ]),
        format,
      );
      for (let length = 0; length < bytes.length; length += format === 'json' ? 3 : 1) {
        checkAndDecode(bytes.subarray(0, length), format);
      }
    });
  });
}
