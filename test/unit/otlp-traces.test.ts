import assert from 'node:assert/strict';
import { MalformedBody } from '../../platform/otlp/malformed-body.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { checkTraces } from '../support/check-otlp.ts';
import {
  body,
  type JsonAnyValue,
  type JsonSpan,
  nanosOf,
  protobufBody,
  receivedAtMs,
  span,
  text,
  traces,
} from '../support/otlp.ts';
import { decoded, spanRows } from '../support/otlp-rows.ts';

const day = 86_400_000;
const minute = 60_000;

const check = (spans: readonly JsonSpan[], format: OtlpFormat) =>
  checkTraces(body(traces(spans), format), format, { receivedAtMs });

/** A span of no duration, some milliseconds and nanoseconds from when it was received. */
const endingAt = (ms: number, nanos = 0): JsonSpan =>
  span({
    startTimeUnixNano: nanosOf(receivedAtMs + ms, nanos),
    endTimeUnixNano: nanosOf(receivedAtMs + ms, nanos),
  });

const nested = (depth: number): JsonAnyValue => {
  let value: JsonAnyValue = { stringValue: 'deep' };
  for (let level = 0; level < depth; level++) {
    value =
      level % 2 === 0
        ? { arrayValue: { values: [value] } }
        : { kvlistValue: { values: [{ key: 'k', value }] } };
  }
  return value;
};

for (const format of ['json', 'protobuf'] as const) {
  describe(`traces that were received in ${format}`, () => {
    const reason = (fields: Partial<JsonSpan>): string | undefined => {
      const result = check([span(), span({ spanId: 'aaaaaaaaaaaaaaaa', ...fields })], format);
      assert.deepEqual([result.spans, result.refused], [1, 1]);
      return result.reason;
    };

    it('are taken when nothing is wrong with them', () => {
      assert.deepEqual(check([span(), span()], format), { spans: 2, refused: 0 });
    });

    it('may hold no spans at all', () => {
      const nothing = { spans: 0, refused: 0 };
      assert.deepEqual(check([], format), nothing);
      for (const empty of [{}, { resourceSpans: [] }, { resourceSpans: [{}] }]) {
        assert.deepEqual(checkTraces(body(empty, format), format, { receivedAtMs }), nothing);
      }
    });

    it('are refused alone for their ids, with a reason', () => {
      assert.equal(
        reason({ traceId: 'abcd' }),
        'span aaaaaaaaaaaaaaaa: expected a trace id of 16 bytes, found 2: abcd',
      );
      assert.equal(reason({ traceId: '' }), 'span aaaaaaaaaaaaaaaa: it has no trace id');
      assert.equal(
        reason({ traceId: '0'.repeat(32) }),
        'span aaaaaaaaaaaaaaaa: its trace id is all zeros',
      );
      assert.equal(
        reason({ spanId: 'abcd' }),
        'span number 2: expected a span id of 8 bytes, found 2: abcd',
      );
      assert.equal(reason({ spanId: '0'.repeat(16) }), 'span number 2: its span id is all zeros');
      assert.equal(
        reason({ parentSpanId: 'abcd' }),
        'span aaaaaaaaaaaaaaaa: expected a parent span id of 8 bytes, found 2: abcd',
      );
      assert.equal(
        reason({ links: [{ spanId: 'abcd' }] }),
        'span aaaaaaaaaaaaaaaa: malformed: a link has a span id of 2 bytes, expected 8',
      );
    });

    it('are refused alone for their times, with a reason', () => {
      assert.equal(
        reason({ startTimeUnixNano: '0' }),
        'span aaaaaaaaaaaaaaaa: it has no start time',
      );
      assert.equal(
        reason({ startTimeUnixNano: '5000000', endTimeUnixNano: '4999999' }),
        'span aaaaaaaaaaaaaaaa: it ends before it starts (4.999999 ms against 5 ms)',
      );
      assert.equal(
        reason(endingAtFields(-8 * day)),
        'span aaaaaaaaaaaaaaaa: ends 8 days before it was received; at most 7 days are taken',
      );
      assert.equal(
        reason(endingAtFields(25 * minute)),
        'span aaaaaaaaaaaaaaaa: ends 25 minutes after it was received; at most 10 minutes are taken',
      );
      assert.equal(
        reason(endingAtFields(-7 * day - 1)),
        'span aaaaaaaaaaaaaaaa: ends 7.1 days before it was received; at most 7 days are taken',
      );
      assert.match(
        reason({ startTimeUnixNano: '5', endTimeUnixNano: '18446744073709551615' }) ?? '',
        /ends [0-9.]+ days after it was received/,
      );
    });

    const endingAtFields = (ms: number): Partial<JsonSpan> => {
      const { startTimeUnixNano, endTimeUnixNano } = endingAt(ms);
      return { startTimeUnixNano, endTimeUnixNano };
    };

    it('are taken up to the very limits of the times that are believed', () => {
      for (const ms of [-7 * day, 10 * minute]) {
        assert.deepEqual(check([endingAt(ms)], format), { spans: 1, refused: 0 });
      }
      assert.equal(check([endingAt(10 * minute + 1)], format).refused, 1);
    });

    it('may have started long ago', () => {
      assert.equal(check([span({ startTimeUnixNano: '1' })], format).spans, 1);
    });

    it('end when they start if they have no end', () => {
      const [row] = spanRows(
        decoded(body(traces([span({ endTimeUnixNano: '0' })]), format), format),
      );
      assert.equal(row?.duration, '0');
    });

    it('keep attributes down to 32 levels and are refused alone below', () => {
      const spanOf = (depth: number) =>
        span({ attributes: [{ key: 'deep', value: nested(depth) }] });
      assert.deepEqual(check([spanOf(32)], format), { spans: 1, refused: 0 });
      const result = check([span(), spanOf(33)], format);
      assert.deepEqual([result.spans, result.refused], [1, 1]);
      assert.match(result.reason ?? '', /an attribute is nested deeper than 32 levels/);
    });

    it('give the first reason when several spans are refused', () => {
      const result = check([endingAt(-8 * day), span({ spanId: 'ab' })], format);
      assert.equal(result.refused, 2);
      assert.match(result.reason ?? '', /ends 8 days before/);
    });

    it('have no part of the batch when their body is malformed', () => {
      const bytes = body(traces([span(), span()]), format);
      const broken = bytes.subarray(0, bytes.length - 3);
      assert.throws(() => checkTraces(broken, format, { receivedAtMs }), MalformedBody);
      assert.throws(() => decoded(broken, format), MalformedBody);
    });
  });
}

describe('a span that is broken inside', () => {
  const bytes = protobufBody(traces([span({ attributes: [text('marker', 'value')] }), span()]));
  const at = bytes.indexOf('marker');

  it('is refused alone when a length leaves its message', () => {
    const broken = Buffer.from(bytes);
    broken[at - 1] = 100;
    assert.deepEqual(checkTraces(broken, 'protobuf', { receivedAtMs }), {
      spans: 1,
      refused: 1,
      reason: 'span 00f067aa0ba902b7: malformed: a length leaves its message',
    });
  });

  it('is refused alone when a field has the wrong wire type', () => {
    const broken = Buffer.from(bytes);
    broken[at - 2] = 0x08;
    const result = checkTraces(broken, 'protobuf', { receivedAtMs });
    assert.deepEqual([result.spans, result.refused], [1, 1]);
    assert.match(result.reason ?? '', /field 1 has wire type 0/);
  });

  it('is mended when its text is not UTF-8', () => {
    const broken = Buffer.from(bytes);
    broken[at] = 0xff;
    broken[at + 'marker'.length + 4] = 0xc3;
    const [row] = spanRows(decoded(broken, 'protobuf'));
    assert.deepEqual(row?.['attributes.key'], ['\uFFFDarker']);
    assert.deepEqual(row?.['attributes.value'], ['\uFFFDalue']);
  });
});

describe('a body in protobuf', () => {
  it('is malformed when anything above the spans is', () => {
    const valid = protobufBody(traces([span()]));
    const resource = Buffer.from(valid);
    resource[valid.indexOf('service.name') - 1] = 200;
    const cases: [string, Buffer, RegExp][] = [
      [
        'text',
        Buffer.from('{"resourceSpans":[]}'),
        /expected OTLP traces in protobuf, found request/,
      ],
      ['a length', valid.subarray(0, valid.length - 1), /a length leaves its message/],
      ['the resource', resource, /found resource in which/],
      ['a group', Buffer.from([0x0b, 0x0c]), /field 1 has wire type 3/],
    ];
    for (const [name, bytes, message] of cases) {
      assert.throws(
        () => checkTraces(bytes, 'protobuf', { receivedAtMs }),
        error => error instanceof MalformedBody && message.test(error.message),
        name,
      );
    }
  });

  it('may name its resource after the spans and hold fields that are not known yet', () => {
    const valid = protobufBody(traces([span()], 'late'));
    const inner = valid.subarray(2 + ((valid[1] as number) > 127 ? 1 : 0));
    const resourceLength = 2 + (inner[1] as number);
    const unknown = Buffer.from([0xa2, 0x06, 0x02, 0x01, 0x02]);
    const moved = Buffer.concat([
      inner.subarray(resourceLength),
      unknown,
      inner.subarray(0, resourceLength),
    ]);
    const request = Buffer.concat([
      Buffer.from([0x0a, (moved.length & 127) | 128, moved.length >> 7]),
      moved,
      unknown,
    ]);
    const batch = decoded(request, 'protobuf');
    assert.deepEqual(
      spanRows(batch).map(row => row.service),
      ['late'],
    );
  });
});
