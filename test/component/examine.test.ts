import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { inflate } from '../../platform/compression/codecs.ts';
import { buildTranscoder } from '../../platform/otlp/transcoder/build.ts';
import { limits } from '../../services/ingest-api/config.ts';
import { type ExportRequest, examineBody } from '../../services/ingest-api/validate/body.ts';
import { createOtlpValidator } from '../../services/ingest-api/validate/open.ts';
import { body, receivedAtMs, span, text, traces } from '../support/otlp.ts';
import { gauge, metrics, metricsBody, point } from '../support/otlp-metrics.ts';

const spans = (count: number) =>
  Array.from({ length: count }, () => span({ attributes: [text('long', 'x'.repeat(1_000))] }));

const bodyOf = (bytes: Buffer, format: 'json' | 'protobuf'): ExportRequest => ({
  signal: 'traces',
  bytes,
  format,
  receivedAtMs,
  organization: 'one',
});

const compression = { codec: 'zstd', bytesMin: limits.compressedBytesMin } as const;

const hugeDepth = Buffer.from('['.repeat(1_000_000));

describe('examining a body', function () {
  this.timeout(60_000);
  before(buildTranscoder);

  for (const format of ['json', 'protobuf'] as const) {
    it(`finds the same in a thread as at once, in ${format}`, async () => {
      const bytes = body(traces([...spans(500), span({ spanId: '' })]), format);
      const expected = examineBody(bodyOf(Buffer.from(bytes), format));
      const found = await createOtlpValidator()(bodyOf(bytes, format));
      ok(found.kind === 'readable' && expected.kind === 'readable');
      deepEqual([found.checked, found.hash], [expected.checked, expected.hash]);
      equal(found.checked.refused, 1);
      ok(Buffer.from(found.kept.bytes).equals(expected.kept.bytes));
    });
  }

  it('transcodes one long body after the other in a thread, and tells how', async () => {
    const examine = createOtlpValidator();
    const sent = [500, 400, 500].map((count, index) =>
      traces(spans(count).map(one => ({ ...one, name: `body ${index}` }))),
    );
    for (const request of sent) {
      const result = await examine(bodyOf(body(request, 'json'), 'json'));
      ok(result.kind === 'readable');
      equal(result.transcoder, 'compiled');
      ok(Buffer.from(result.kept.bytes).equals(body(request, 'protobuf')));
    }
    const plain = body(traces([...spans(400), span({ kind: 2 })]), 'json').toString();
    const odd = Buffer.from(plain.replace('"kind":2', '"kind":"SPAN_KIND_SERVER"'));
    const general = await examine(bodyOf(odd, 'json'));
    ok(general.kind === 'readable');
    deepEqual([general.transcoder, general.checked.accepted], ['general', 401]);
  });

  it('gives JSON in protobuf, as a sender of protobuf would have sent it', () => {
    const refused = { ...span({}), startTimeUnixNano: 'soon' };
    const sent = body(traces([span({ name: 'a' }), refused, span({ name: 'b' })]), 'json');
    const found = examineBody(bodyOf(sent, 'json'));
    ok(found.kind === 'readable');
    deepEqual([found.checked.accepted, found.checked.refused], [2, 1]);
    const expected = body(traces([span({ name: 'a' }), span({ name: 'b' })]), 'protobuf');
    ok(Buffer.from(found.kept.bytes).equals(expected));
  });

  it('compresses what it takes if the caller asks for it and the result is shorter', async () => {
    const lengths = [3, 100, 400, 1_000, 3_000, 5_000].map(count =>
      body(traces(spans(count)), 'protobuf'),
    );
    const examine = createOtlpValidator();
    for (const sent of lengths) {
      const asked = { ...bodyOf(Buffer.from(sent), 'protobuf'), compression };
      const found = await examine(asked);
      ok(found.kind === 'readable');
      const { bytes, codec, bodyBytes } = found.kept;
      equal(bodyBytes, sent.length);
      const isCompressed =
        sent.length >= limits.compressedBytesMin && sent.length <= limits.compressedBytesMax;
      equal(codec, isCompressed ? 'zstd' : undefined);
      if (codec === undefined) ok(sent.equals(bytes));
      else ok(sent.equals(inflate({ codec, frame: bytes, inflatedBytes: bodyBytes }, bodyBytes)));
      if (isCompressed) ok(bytes.length < sent.length / 5);
    }
    equal(new Set(lengths.map(({ length }) => length > limits.compressedBytesMin)).size, 2);
    equal(new Set(lengths.map(({ length }) => length > limits.compressedBytesMax)).size, 2);
  });

  it('leaves a body as it is that is too long for a record even when it is compressed', async () => {
    const examine = createOtlpValidator();
    const random = () => randomBytes(500).toString('hex');
    const rambling = (count: number) =>
      body(
        traces(Array.from({ length: count }, () => span({ attributes: [text('k', random())] }))),
        'protobuf',
      );
    for (const [count, kept] of [
      [1_500, 'zstd'],
      [3_000, undefined],
    ] as const) {
      const sent = rambling(count);
      const found = await examine({
        ...bodyOf(Buffer.from(sent), 'protobuf'),
        compression,
      });
      ok(found.kind === 'readable');
      ok(sent.length > limits.recordBytesMax && sent.length <= limits.compressedBytesMax);
      equal(found.kept.codec, kept);
      equal(found.kept.bytes.length <= limits.recordBytesMax, kept !== undefined);
    }
  });

  it('compresses no body that is shorter than the caller wants', async () => {
    const sent = body(traces(spans(100)), 'protobuf');
    const from = (bytesMin: number) => {
      const asked = { ...bodyOf(sent, 'protobuf'), compression: { ...compression, bytesMin } };
      const found = examineBody(asked);
      return found.kind === 'readable' ? found.kept.codec : found.kind;
    };
    deepEqual([from(sent.length), from(sent.length + 1)], ['zstd', undefined]);
  });

  it('leaves a body as it came when nothing of it is taken', () => {
    const sent = Buffer.from('{"spans":[{"id":"1"}]}');
    const found = examineBody(bodyOf(sent, 'json'));
    ok(found.kind === 'readable');
    equal(found.kept.bytes, sent);
  });

  it('finds the same of metrics in a thread as at once', async () => {
    const points = Array.from({ length: 5_000 }, (_, index) => point(index));
    const request = metrics([gauge('g', [...points, { ...point(1), timeUnixNano: '0' }])]);
    const given = { ...bodyOf(metricsBody(request, 'json'), 'json'), signal: 'metrics' as const };
    const expected = examineBody({ ...given, bytes: Buffer.from(given.bytes) });
    const found = await createOtlpValidator()(given);
    ok(found.kind === 'readable' && expected.kind === 'readable');
    deepEqual([found.checked, found.hash], [expected.checked, expected.hash]);
    deepEqual([found.checked.accepted, found.checked.refused], [5_000, 1]);
  });

  it('tells what is malformed and what is too much', async () => {
    const examine = createOtlpValidator();
    equal((await examine(bodyOf(Buffer.from(hugeDepth), 'json'))).kind, 'malformed');
    const empty = Buffer.concat([
      Buffer.from('{"resourceSpans":['),
      Buffer.alloc(9_100_000, '{},'),
    ]);
    const found = await examine(bodyOf(Buffer.concat([empty, Buffer.from('{}]}')]), 'json'));
    ok(found.kind === 'oversized');
    match(found.message, /expected at most 3000000 spans, attributes/);
  });
});
