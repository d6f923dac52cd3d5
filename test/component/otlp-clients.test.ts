import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SpanKind, SpanStatusCode, type TracerProvider as Tracing } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { OTLPTraceExporter as OldExporter } from 'otlp-exporter-0-46';
import { BasicTracerProvider, SimpleSpanProcessor as OldProcessor } from 'otlp-sdk-1-19';
import { attributesToJson, attributeTextToJson } from '../../platform/otlp/attributes.ts';
import { tracesToProtobuf } from '../../platform/otlp/json/to-protobuf.ts';
import { encodeTraceResponse } from '../../platform/otlp/schema.ts';
import { buildTranscoder } from '../../platform/otlp/transcoder/build.ts';
import { packageRoot } from '../../platform/package.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { checkTraces } from '../support/check-otlp.ts';
import { body, receivedAtMs, span, traces } from '../support/otlp.ts';
import { decoded, type Row, recordContext, resourceRows, spanRows } from '../support/otlp-rows.ts';

const fixture = (name: string): Buffer =>
  readFileSync(join(packageRoot(), 'test/fixtures/otlp', `${name}.json`));

const onlyRow = (bytes: Buffer): Row => {
  const rows = spanRows(decoded(bytes, 'json'));
  assert.equal(rows.length, 1);
  return rows[0] ?? {};
};

const attributesOf = (row: Row): unknown =>
  attributesToJson(
    row['attributes.key'] as string[],
    row['attributes.type'] as number[],
    row['attributes.value'] as string[],
  );

/** A member of the first span that no builder would make. */
const oddSpan = (member: string): Buffer => {
  const text = JSON.stringify(traces([span()])).replace('"name":"GET /cart"', member);
  return Buffer.from(text);
};

describe('bodies of clients that send JSON', () => {
  it('hold an exception of a browser', () => {
    const row = onlyRow(fixture('browser-exception'));
    assert.equal(row.service, 'web-shop');
    assert.equal(row.duration, '0');
    assert.deepEqual([row.status, row.status_message], [2, 'x is undefined']);
    assert.deepEqual(attributesOf(row), { error: true, 'error.type': 'TypeError' });
    assert.deepEqual(attributeTextToJson((row['events.attributes'] as string[])[0] ?? ''), {
      'exception.message': 'x is undefined\n  at y',
    });
  });

  it('name values of enums, write ids in upper case and times as numbers', () => {
    const row = onlyRow(fixture('enum-names'));
    assert.equal(row.trace_id, '0af7651916cd43dd8448eb211c80319c');
    assert.deepEqual([row.kind, row.status, row.http_status], [2, 2, 500]);
    assert.deepEqual([row.parent_span_id, row.duration], ['0', '500000000']);
  });

  it('write names in snake case, trace ids as UUIDs and integers as numbers or texts', () => {
    const row = onlyRow(fixture('snake-case'));
    assert.equal(row.trace_id, '0af7651916cd43dd8448eb211c80319c');
    assert.deepEqual([row.service, row.kind, row.dropped_attributes], ['snake', 5, 3]);
    assert.deepEqual([row.start, row.duration], ['1777961227000000001', '2']);
    assert.deepEqual(attributesOf(row), { big: '9223372036854775807', number: 12, half: 12.5 });
  });

  it('leave parts out and hold parts that nobody knows', () => {
    const row = onlyRow(fixture('missing-parts'));
    assert.deepEqual([row.service, row.name, row.duration], ['unknown_service', '', '0']);
    assert.deepEqual(attributesOf(row), { nothing: null, absent: null });
  });

  it('hold no spans when they are no OTLP at all', () => {
    assert.deepEqual(checkTraces(fixture('not-otlp'), 'json', { receivedAtMs }), {
      spans: 0,
      refused: 0,
    });
  });

  it('are refused as a whole when they are no object or a part above the spans is no array', () => {
    for (const text of [
      '',
      '[]',
      '5',
      '"x"',
      'null',
      '{"resourceSpans":{}}',
      '{"resourceSpans":[5]}',
      '{} {}',
    ]) {
      assert.throws(
        () => checkTraces(Buffer.from(text), 'json', { receivedAtMs }),
        { name: 'MalformedBody' },
        text,
      );
    }
  });

  it('have spans refused alone for what cannot be read as their fields', () => {
    const reasons: [string, string][] = [
      ['"spanId":"xyz"', 'spanId: expected hex digits, found "xyz"'],
      ['"traceId":5', 'traceId: expected hex digits, found "5"'],
      [
        '"startTimeUnixNano":"soon"',
        'startTimeUnixNano: expected a whole number from 0 on, found "soon"',
      ],
      ['"endTimeUnixNano":-5', 'endTimeUnixNano: expected a whole number from 0 on, found "-5"'],
      ['"attributes":{"a":1}', 'attributes: expected an array, found object'],
      ['"attributes":[{"key":"a","value":"b"}]', 'value: expected an object, found string'],
      [
        '"attributes":[{"key":"a","value":{"boolValue":"maybe"}}]',
        'boolValue: expected true or false, found "maybe"',
      ],
      [
        '"attributes":[{"key":"a","value":{"doubleValue":"much"}}]',
        'doubleValue: expected a number, found "much"',
      ],
      ['"name":{}', 'name: expected a plain value, found object'],
    ];
    for (const [member, problem] of reasons) {
      assert.deepEqual(checkTraces(oddSpan(member), 'json', { receivedAtMs }), {
        spans: 0,
        refused: 1,
        reason: `span number 1: ${problem}`,
      });
    }
  });

  it('keep values that do not fit their type as what they are', () => {
    const values =
      '[{"intValue":1e300},{"intValue":"9223372036854775808"},{"intValue":true},{"stringValue":5},{"doubleValue":"1.50"},{"boolValue":"true"}]';
    const pairs = (JSON.parse(values) as object[]).map((value, index) => ({
      key: String(index),
      value,
    }));
    const row = onlyRow(oddSpan(`"attributes":${JSON.stringify(pairs)}`));
    assert.deepEqual(row['attributes.type'], [3, 0, 0, 0, 3, 1]);
    assert.deepEqual(row['attributes.value'], [
      '1e+300',
      '9223372036854775808',
      'true',
      '5',
      '1.5',
      'true',
    ]);
  });

  it('read lone surrogates and escapes as text', () => {
    const row = onlyRow(oddSpan(String.raw`"n\u0061me":"\ud800 \ud83d\ude00 \n\\"`));
    assert.equal(row.name, '\uFFFD 😀 \n\\');
  });
});

type Received = { readonly bytes: Buffer; readonly format: OtlpFormat };

/** A server that answers as we do; its bodies come in the order they were sent. */
async function listen(): Promise<{
  url: string;
  received: Received[];
  close: () => Promise<void>;
}> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const type = request.headers['content-type'] ?? '';
      const format = type.includes('json') ? 'json' : 'protobuf';
      received.push({ bytes: Buffer.concat(chunks), format });
      response.setHeader('Content-Type', type);
      response.end(encodeTraceResponse(format, { rejectedSpans: 0, errorMessage: '' }));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/v1/traces`, received, close };
}

type Sdk = Tracing & {
  readonly forceFlush: () => Promise<void>;
  readonly shutdown: () => Promise<void>;
};

const current = (exporter: JsonExporter | ProtobufExporter): Sdk =>
  new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'real' }),
    spanProcessors: [new SimpleSpanProcessor({ exporter } as never)],
  });

const sdks: readonly [string, OtlpFormat, (url: string) => Sdk][] = [
  ['exporter 0.223 in protobuf', 'protobuf', url => current(new ProtobufExporter({ url }))],
  ['exporter 0.223 in JSON', 'json', url => current(new JsonExporter({ url }))],
  [
    'exporter 0.46 in JSON',
    'json',
    url => {
      const provider = new BasicTracerProvider();
      provider.addSpanProcessor(new OldProcessor(new OldExporter({ url })));
      return provider as unknown as Sdk;
    },
  ],
];

describe('bodies of real OpenTelemetry SDKs', function () {
  this.timeout(60_000);
  before(buildTranscoder);

  for (const [name, format, open] of sdks) {
    it(`are read as they were meant: ${name}`, async () => {
      const { url, received, close } = await listen();
      const sdk = open(url);
      const sent = sdk.getTracer('shop', '1.2.3').startSpan('GET /cart', {
        kind: SpanKind.SERVER,
        attributes: {
          'http.status_code': 500,
          ratio: 0.25,
          ok: false,
          tags: ['a', 'b'],
          text: 'é',
        },
      });
      sent.addEvent('tried', { attempt: 3 });
      sent.setStatus({ code: SpanStatusCode.ERROR, message: 'no stock' });
      sent.end();
      await sdk.forceFlush();
      await sdk.shutdown();
      await close();
      const [first] = received;
      assert.equal(first?.format, format);
      if (format === 'json') {
        assert.equal(tracesToProtobuf(first?.bytes ?? body({}, format)).transcoder, 'compiled');
      }
      const batch = decoded(first?.bytes ?? body({}, format), format, {
        ...recordContext,
        receivedAtMs: Date.now(),
      });
      const [row = {}] = spanRows(batch);
      const { traceId, spanId } = sent.spanContext();
      assert.equal(row.trace_id, traceId);
      assert.equal(row.span_id, String(BigInt(`0x${spanId}`)));
      assert.deepEqual([row.name, row.kind, row.status, row.http_status], ['GET /cart', 2, 2, 500]);
      assert.equal(row.status_message, 'no stock');
      assert.deepEqual(attributesOf(row), {
        'http.status_code': 500,
        ratio: 0.25,
        ok: false,
        tags: ['a', 'b'],
        text: 'é',
      });
      assert.deepEqual(row['events.name'], ['tried']);
      assert.equal(resourceRows(batch)[0]?.scope_name, 'shop');
    });
  }
});
