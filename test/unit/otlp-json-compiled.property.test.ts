import assert, { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { compiledBytesMax } from '../../platform/otlp/json/compiled/limits.ts';
import { programPath, transcodeCompiled } from '../../platform/otlp/json/compiled/open.ts';
import { CompiledTranscoder, type Signal } from '../../platform/otlp/json/compiled/transcoder.ts';
import { metricsToProtobuf, tracesToProtobuf } from '../../platform/otlp/json/to-protobuf.ts';
import {
  type Transcoded,
  transcodeMetrics,
  transcodeTraces,
} from '../../platform/otlp/json/transcode.ts';
import { MalformedBody } from '../../platform/otlp/malformed-body.ts';
import { buildTranscoder } from '../../platform/otlp/transcoder/build.ts';
import { hostile } from '../support/hostile-json.ts';
import { span, text, traces } from '../support/otlp.ts';
import { anySpan, tracesOf } from '../support/otlp-arbitraries.ts';
import { anyMetric, metrics, metricsOf } from '../support/otlp-metrics.ts';
import { holds, partOf } from '../support/property.ts';

const generals = { traces: transcodeTraces, metrics: transcodeMetrics };

function general(body: Uint8Array, signal: Signal): Transcoded | undefined {
  try {
    return generals[signal](body);
  } catch (error) {
    ok(error instanceof MalformedBody, String(error));
    return undefined;
  }
}

/** Whether the compiled transcoder answers; then it answers exactly what the general one does. */
function answers(body: Uint8Array, signal: Signal): boolean {
  const compiled = transcodeCompiled(body, signal);
  if (compiled === undefined) return false;
  const expected = general(body, signal);
  const context = Buffer.from(body.subarray(0, 2_000)).toString('latin1');
  ok(expected !== undefined, `the general transcoder rejects ${context}`);
  equal(expected.refused, 0, context);
  equal(Buffer.from(compiled).compare(expected.bytes), 0, context);
  return true;
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const attribute = (value: object) => json(traces([span({ attributes: [{ key: 'a', value }] })]));

const sdkSpan = span({
  parentSpanId: 'eee19b7ec3c1b173',
  attributes: [
    text('exception.stacktrace', 'Error: "no"\n\tat main (C:\\app\\é.js:1:1)\n'),
    { key: 'http.status_code', value: { intValue: 200 } },
    { key: 'ratio', value: { doubleValue: 0.30000000000000004 } },
    { key: 'cached', value: { boolValue: false } },
    { key: 'bytes', value: { bytesValue: '+/8AAQ==' } },
    { key: 'no bytes', value: { bytesValue: '' } },
    { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }, { intValue: '-5' }] } } },
    { key: 'map', value: { kvlistValue: { values: [text('k', 'v')] } } },
  ],
  events: [{ timeUnixNano: '1778047628000000001', name: 'e', attributes: [text('k', '😀')] }],
  links: [{ traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' }],
  status: { code: 2, message: 'failed' },
});

const times = { startTimeUnixNano: '1778047628000000000', timeUnixNano: '1778047629000000000' };
const attributes = [text('http.route', '/cart')];
const pointOf = (fields: object) => ({ ...times, attributes, ...fields });
const sdkMetrics = metrics([
  {
    name: 'gauge',
    unit: '1',
    gauge: {
      dataPoints: [-0.25, 'NaN', 'Infinity', '-Infinity'].map(asDouble => pointOf({ asDouble })),
    },
  },
  {
    name: 'sum',
    sum: { dataPoints: [pointOf({ asInt: '7' })], aggregationTemporality: 2, isMonotonic: true },
  },
  {
    name: 'histogram',
    histogram: {
      aggregationTemporality: 1,
      dataPoints: [
        pointOf({
          count: 3,
          sum: 1.5e-7,
          min: 0,
          max: 10,
          bucketCounts: ['1', '2', 0],
          explicitBounds: [0.005, 1e21],
        }),
      ],
    },
  },
  {
    name: 'exponential',
    exponentialHistogram: {
      aggregationTemporality: 2,
      dataPoints: [
        pointOf({
          count: '2',
          scale: -3,
          zeroCount: 0,
          positive: { offset: -7, bucketCounts: [2] },
        }),
      ],
    },
  },
]);

describe('the compiled transcoder', function () {
  this.timeout(120_000);
  before(buildTranscoder);

  it('answers what SDKs and the Collector send', () => {
    ok(answers(json(traces([sdkSpan, span()])), 'traces'));
    ok(answers(json(sdkMetrics), 'metrics'));
    for (const document of [
      {},
      { resourceSpans: [] },
      { unknown: [{ a: ['\\u00e9', 1e5, null] }] },
    ]) {
      ok(answers(json(document), 'traces'), JSON.stringify(document));
    }
    equal(tracesToProtobuf(json(traces([span()]))).transcoder, 'compiled');
    equal(metricsToProtobuf(json(sdkMetrics)).transcoder, 'compiled');
  });

  it('leaves to the general one what is rejected alone, and what needs repair', () => {
    const refused = json(traces([{ ...span(), startTimeUnixNano: 'soon' }]));
    equal(transcodeCompiled(refused, 'traces'), undefined);
    equal(tracesToProtobuf(refused).transcoder, 'general');
    equal(tracesToProtobuf(refused).refused, 1);
    for (const value of ['"\\ud83d"', '"\xff\\n"']) {
      const body = Buffer.from(`{"resourceSpans":[{"schemaUrl":${value}}]}`, 'latin1');
      equal(transcodeCompiled(body, 'traces'), undefined);
      ok(tracesToProtobuf(body).bytes.length > 0);
    }
  });

  it('gives the bytes of the general one for any traces, or leaves them to it', async () => {
    await agree(tracesOf(anySpan), 'traces');
  });

  it('gives the bytes of the general one for any metrics, or leaves them to it', async () => {
    await agree(metricsOf(anyMetric), 'metrics');
  });

  it('reads numbers as the general one does', async () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }), fc.integer({ min: -30, max: 30 }))
      .map(([digits, exponent]) => `${digits}e${exponent}`);
    const written = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map(value => String(value / 1_000)),
      fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
      decimal,
    );
    const property = fc.property(
      written,
      fc.constantFrom('doubleValue', 'intValue'),
      (number, member) => {
        const body = attribute({ [member]: 'NUMBER' })
          .toString()
          .replace('"NUMBER"', number);
        const isAnswered = answers(Buffer.from(body), 'traces');
        ok(isAnswered || member === 'intValue', number);
      },
    );
    await holds(property, partOf(50_000));
  });

  it('reads bytes as the general one does', async () => {
    const edit = fc.tuple(
      fc.nat(40),
      fc.constantFrom('=', '==', '-', '_', ' ', 'A', 'é', '\\n', ''),
    );
    const property = fc.property(
      fc.uint8Array({ maxLength: 30 }),
      fc.option(edit, { freq: 2 }),
      (bytes, change) => {
        const plain = Buffer.from(bytes).toString('base64');
        const [at, piece] = change ?? [0, ''];
        const text = plain.slice(0, at) + piece + plain.slice(at);
        const body = attribute({ bytesValue: 'BYTES' }).toString().replace('BYTES', text);
        ok(answers(Buffer.from(body), 'traces') || piece !== '', text);
      },
    );
    await holds(property, partOf(20_000));
  });

  it('keeps the limits of a request', () => {
    const spans = (count: number) =>
      Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[${'{},'.repeat(count - 1)}{}]}]}]}`);
    ok(answers(spans(200_000), 'traces'));
    equal(transcodeCompiled(spans(200_001), 'traces'), undefined);
    const deep = (levels: number) =>
      Buffer.from(`{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
    ok(answers(deep(256), 'traces'));
    equal(transcodeCompiled(deep(257), 'traces'), undefined);
    const buckets = (count: number) =>
      json(
        metrics([
          { name: 'h', histogram: { dataPoints: [{ bucketCounts: Array(count).fill(0) }] } },
        ]),
      );
    ok(answers(buckets(2_000), 'metrics'));
    equal(transcodeCompiled(buckets(2_001), 'metrics'), undefined);
  });

  it('takes no more memory than its limit, and none of the result', () => {
    const transcoder = new CompiledTranscoder(new WebAssembly.Module(readFileSync(programPath())));
    const long = Buffer.alloc(compiledBytesMax / 2, ' ');
    equal(transcoder.transcode(long, 'traces'), undefined);
    ok(transcoder.memoryBytes < 1024 * 1024);
    // Short numbers become long ones: the room for the result ends first.
    const points = Array.from({ length: 40 }, () => ({ bucketCounts: Array(2_000).fill(0) }));
    const growing = json(metrics([{ name: 'h', histogram: { dataPoints: points } }]));
    equal(transcoder.transcode(growing, 'metrics'), undefined);
    const first = transcoder.transcode(attribute({ stringValue: 'first' }), 'traces');
    const kept = Buffer.from(first as Uint8Array);
    transcoder.transcode(attribute({ stringValue: 'other' }), 'traces');
    assert.deepEqual(Buffer.from(first as Uint8Array), kept);
    equal(first?.buffer.byteLength, first?.length);
  });
});

/** A run that leaves everything to the general transcoder would prove nothing. */
async function agree(document: fc.Arbitrary<object>, signal: Signal): Promise<void> {
  const runs = partOf(30_000);
  let answered = 0;
  const property = fc.property(hostile(document), body => {
    if (answers(body, signal)) answered++;
  });
  await holds(property, runs);
  process.stdout.write(`      ${answered} of ${runs} answered by the compiled one\n`);
  ok(answered > runs / 20);
}
