import { deepEqual, equal, match } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { sendChunks } from '../support/http-app.ts';
import { contentTypes, freshSpan, jsonOf, newId, senderTo, textOf } from '../support/otel-send.ts';
import { body, nanosOf, text, traces } from '../support/otlp.ts';

const protobuf = { 'Content-Type': contentTypes.protobuf };

onBothEngines('POST /v1/traces, as its clients call it', function (start) {
  this.timeout(60_000);
  let server: WholeTidemark;
  let key: string;
  let sender: ReturnType<typeof senderTo>;

  before(async function () {
    server = await start(this);
    ({ key } = await server.account('ada@example.org', 'checkout'));
    sender = senderTo(server, key);
  });

  after(() => server?.close());

  /** The one span of a body that nobody but a careless client would write. */
  const spanOf = async (request: object, traceId: string) => {
    equal((await sender.send(textOf(request))).status, 200);
    const [span] = await sender.readSpans(traceId);
    return span;
  };

  it('answers JSON with an empty partial success, and names the request', async () => {
    const answer = await sender.send(body(traces([freshSpan()]), 'json'));
    equal(answer.status, 200);
    equal(answer.headers.get('Content-Type'), 'application/json');
    equal(answer.headers.get('Cache-Control'), 'no-store');
    match(answer.headers.get('X-Request-Id') ?? '', /^[0-9a-f-]{36}$/);
    deepEqual(jsonOf(answer), { partialSuccess: {} });
  });

  it('answers protobuf with protobuf: an empty message', async () => {
    const answer = await sender.send(body(traces([freshSpan()]), 'protobuf'), protobuf);
    equal(answer.status, 200);
    equal(answer.headers.get('Content-Type'), contentTypes.protobuf);
    equal(answer.bytes.length, 0);
  });

  it('counts a span once that a Collector exports again in new batches after a timeout', async () => {
    const { key: own } = await server.account(`${newId(16)}@example.org`, 'resent');
    const exporter = senderTo(server, own);
    const [first, second] = [newId(32), newId(32)];
    const spans = [first, second, first, second, first].map(traceId => freshSpan({ traceId }));
    const reversed = JSON.parse(JSON.stringify(spans), (_, value) =>
      Object.prototype.toString.call(value) === '[object Object]'
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    const late = freshSpan({ traceId: second });
    const service = 'resent';
    await exporter.sendSpans(spans, { service, format: 'protobuf' });
    await exporter.sendSpans(reversed, { service });
    await exporter.sendSpans(spans.slice(0, 2), { service, format: 'protobuf' });
    await server.caughtUp();
    await exporter.sendSpans([...spans.slice(2), late], { service, format: 'protobuf' });
    deepEqual(
      [(await exporter.readSpans(first)).length, (await exporter.readSpans(second)).length],
      [3, 3],
    );
    const metrics = await server.get<ResponseOf<'serviceMetrics'>>(
      `/api/metrics/services/${service}?window=1h`,
      own,
    );
    equal(metrics.body.sample_count, 6);
    const { body: listed } = await server.get<ResponseOf<'listTraces'>>('/v1/traces', own);
    deepEqual(
      listed.traces.map(trace => trace.span_count),
      [3, 3],
    );
  });

  it('takes an empty message of protobuf for an export of nothing', async () => {
    equal((await sender.send(Buffer.alloc(0), protobuf)).status, 200);
  });

  it('takes names of enums, ids in upper case, numbers as texts and texts as numbers', async () => {
    const traceId = newId(32);
    const now = Date.now();
    const span = {
      traceId: traceId.toUpperCase(),
      spanId: 'AABBCCDDEEFF0011',
      name: 'charge',
      parentSpanId: '',
      kind: 'SPAN_KIND_CONSUMER',
      flags: '257',
      startTimeUnixNano: nanosOf(now, 7),
      endTimeUnixNano: (now + 1) * 1_000_000,
      status: { code: 'STATUS_CODE_ERROR', message: 'no stock' },
      attributes: [
        { key: 'text', value: { intValue: '9007199254740993' } },
        { key: 'number', value: { intValue: 12 } },
        { key: 'double', value: { doubleValue: '-0' } },
        { key: 'list', value: { arrayValue: { values: [{ doubleValue: '-0' }, null] } } },
      ],
      nobodyKnows: { this: ['at', 'all'] },
    };
    const read = await spanOf(traces([span as never]), traceId);
    equal(read?.kind, 'CONSUMER');
    equal(read?.span_id, 'aabbccddeeff0011');
    equal(read?.parent_span_id, null);
    deepEqual([read?.status_code, read?.status_message], ['ERROR', 'no stock']);
    equal(read?.flags, 257);
    equal(read?.start_time_unix_nano, nanosOf(now, 7));
    deepEqual(read?.otlp_attributes, [
      { key: 'text', value: { intValue: '9007199254740993' } },
      { key: 'number', value: { intValue: '12' } },
      { key: 'double', value: { doubleValue: '-0' } },
      { key: 'list', value: { arrayValue: { values: [{ doubleValue: '-0' }, {}] } } },
    ]);
    deepEqual(read?.attributes, {
      text: '9007199254740993',
      number: 12,
      double: 0,
      list: [0, null],
    });
  });

  it('takes names in snake case', async () => {
    const traceId = newId(32);
    const at = nanosOf(Date.now());
    const span = {
      trace_id: traceId,
      span_id: newId(16),
      name: 'snake',
      start_time_unix_nano: at,
      end_time_unix_nano: at,
      attributes: [{ key: 'a', value: { string_value: 'b' } }],
    };
    const read = await spanOf({ resource_spans: [{ scope_spans: [{ spans: [span] }] }] }, traceId);
    deepEqual(read?.attributes, { a: 'b' });
  });

  it('takes a span of which almost everything is missing', async () => {
    const traceId = newId(32);
    const at = nanosOf(Date.now());
    const span = {
      traceId,
      spanId: newId(16),
      startTimeUnixNano: at,
      parentSpanId: '0'.repeat(16),
    };
    const read = await spanOf({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }, traceId);
    equal(read?.service_name, 'unknown_service');
    deepEqual([read?.operation_name, read?.kind, read?.status_code], ['', 'UNSPECIFIED', 'UNSET']);
    deepEqual([read?.duration_ns, read?.parent_span_id], ['0', null]);
    deepEqual([read?.events, read?.links, read?.scope_name], [[], [], '']);
  });

  it('answers 200 to JSON that holds no spans, whatever else it holds', async () => {
    const requests = [
      {},
      { resourceSpans: [] },
      { resourceSpans: null },
      { resourceSpans: [{ scopeSpans: [{ spans: [] }] }] },
      { resourceMetrics: [] },
    ];
    for (const request of requests) {
      const answer = await sender.send(textOf(request), { 'User-Agent': 'TraceKit-CLI/1.0.0' });
      equal(answer.status, 200);
      deepEqual(jsonOf(answer), { partialSuccess: {} });
    }
  });

  it('takes the span that a command line sends to try whether spans arrive', async () => {
    const now = Date.now();
    const [id, spanId] = ['7A5A2C1E-0b5f-4d5e-9a3b-000000000001', newId(32)];
    const span = await spanOf(
      {
        trace_id: id,
        span_id: spanId,
        parent_id: null,
        name: 'try',
        kind: 'server',
        timestamp: now,
        duration: 150.5,
        service: { name: 's', version: '1' },
        resource: { 'host.cpus': 4 },
        attributes: { tries: 1, share: 0.5, tags: ['a', true] },
        events: [{ name: 'tried', timestamp: now + 1, attributes: {} }],
        status: { code: 'ok' },
      },
      id,
    );
    deepEqual(
      [span?.operation_name, span?.kind, span?.service_name, span?.duration_ns, span?.status_code],
      ['try', 'SERVER', 's', '150500000', 'OK'],
    );
    deepEqual(span?.attributes, { tries: 1, share: 0.5, tags: ['a', true] });
  });

  it('finds the key wherever clients put it', async () => {
    const places: [string, Record<string, string>][] = [
      ['/v1/traces', { 'X-API-Key': '', Authorization: `Bearer ${key}` }],
      [`/v1/traces?api_key=${key}`, { 'X-API-Key': '' }],
      ['/v1/traces/', { 'X-API-Key': key }],
      ['/v1/traces/v1/traces', { 'X-API-Key': key }],
    ];
    for (const [path, headers] of places) {
      const answer = await sender.send(body(traces([freshSpan()]), 'json'), headers, path);
      equal(answer.status, 200, path);
    }
  });

  it('lets a page send beacons, which come with credentials', async () => {
    const origin = { Origin: 'https://shop.example', 'X-API-Key': '' };
    const bytes = body(traces([freshSpan()]), 'json');
    const answer = await sender.send(bytes, origin, `/v1/traces?api_key=${key}`);
    equal(answer.status, 200);
    equal(answer.headers.get('Access-Control-Allow-Origin'), 'https://shop.example');
    equal(answer.headers.get('Access-Control-Allow-Credentials'), 'true');
    const preflight = await fetch(`${server.url}/v1/traces`, {
      method: 'OPTIONS',
      headers: origin,
    });
    equal(preflight.status, 204);
  });

  it('reads bodies that come in pieces without a length, plain or deflated', async () => {
    for (const encode of [undefined, gzipSync, deflateSync]) {
      const traceId = newId(32);
      const plain = body(traces([freshSpan({ traceId })]), 'json');
      const bytes = encode === undefined ? plain : encode(plain);
      const encoding = encode === gzipSync ? 'gzip' : 'deflate';
      const answer = await sendChunks(
        `${server.url}/v1/traces`,
        {
          'Content-Type': contentTypes.json,
          'X-API-Key': key,
          ...(encode !== undefined && { 'Content-Encoding': encoding }),
        },
        [bytes.subarray(0, 10), bytes.subarray(10, 100), bytes.subarray(100)],
      );
      equal(answer.status, 200);
      equal((await sender.readSpans(traceId)).length, 1);
    }
  });

  it('counts the same content once, however often and however packed it comes', async () => {
    const service = 'sent again';
    const traceId = newId(32);
    const plain = body(traces([freshSpan({ traceId }), freshSpan({ traceId })], service), 'json');
    for (const gzip of [false, true, false, true]) {
      const headers: Record<string, string> = gzip ? { 'Content-Encoding': 'gzip' } : {};
      equal((await sender.send(gzip ? gzipSync(plain) : plain, headers)).status, 200);
    }
    equal((await sender.readSpans(traceId)).length, 2);
    equal((await sender.send(plain)).status, 200);
    const { body: trace } = await sender.readTrace(traceId);
    deepEqual([trace.spans.length, trace.trace.span_count], [2, 2]);
    const metrics = await server.get<{ metrics: { throughput: number } }>(
      `/api/metrics/services/${encodeURIComponent(service)}`,
      key,
    );
    equal(metrics.body.metrics.throughput, 2);
  });

  it('puts a body that is too large for the log into the blob store, and reads it back', async () => {
    const traceId = newId(32);
    // What does not repeat stays long when it is compressed.
    const value = randomBytes(1_200_000).toString('base64');
    const long = text('long', value);
    const spans = [freshSpan({ traceId, attributes: [long] }), freshSpan({ traceId })];
    for (const format of ['json', 'protobuf'] as const) {
      const before = await claims();
      const bytes = body(traces(spans, format), format);
      const headers = { 'Content-Type': contentTypes[format] };
      equal((await sender.send(bytes, headers)).status, 200);
      equal(
        (await sender.send(gzipSync(bytes), { ...headers, 'Content-Encoding': 'gzip' })).status,
        200,
      );
      equal((await claims()) - before, 1);
    }
    // What is sent again counts once.
    const read = await sender.readSpans(traceId);
    equal(read.length, 2);
    equal(read.filter(span => span.attributes.long === value).length, 1);
  });

  it('keeps a long body in the log that is short when it is compressed', async () => {
    const traceId = newId(32);
    const value = 'ž'.repeat(600_000);
    const before = await claims();
    const spans = [freshSpan({ traceId, attributes: [text('long', value)] })];
    for (let sent = 0; sent < 2; sent++)
      equal((await sender.send(body(traces(spans), 'protobuf'), protobuf)).status, 200);
    equal(await claims(), before);
    const read = await sender.readSpans(traceId);
    deepEqual(
      read.map(span => span.attributes.long === value),
      [true],
    );
  });

  it('leaves nothing that could not be processed', async () => {
    await server.caughtUp();
    equal(await server.deadLetters(), 0);
  });

  async function claims(): Promise<number> {
    let count = 0;
    for await (const _ of server.platform.blobStore.list('bodies/')) count++;
    return count;
  }
});
