import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import protobufjs from 'protobufjs';
import { zstd } from '../../platform/compression/zstd.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { otlpTypes } from '../../platform/otlp/schema.ts';
import { telemetryHeaders } from '../../schemas/topics.ts';
import { adminLimits } from '../../services/admin/config.ts';
import { adminHandlers } from '../../services/admin/handlers.ts';
import { type AdminLogs, openAdminLogs } from '../support/admin.ts';

const request = otlpTypes().lookupType(
  'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest',
);

const traceId = 'af'.repeat(16);

const spans = (...names: readonly string[]): Uint8Array =>
  request
    .encode({
      resourceSpans: names.map(name => ({
        scopeSpans: [{ spans: [{ traceId: Buffer.from(traceId, 'hex'), name, kind: 2 }] }],
      })),
    })
    .finish();

describe('dead show', () => {
  let logs: AdminLogs;

  beforeEach(async () => {
    logs = await openAdminLogs();
  });
  afterEach(() => logs.close());

  const show = async (id = 'spans/1/3') => {
    const { adminDeadShow } = adminHandlers(logs.context);
    return logs.bodyOf(await adminDeadShow(logs.request({ params: { id } })));
  };
  const protobuf = { [telemetryHeaders.format]: 'protobuf' };

  it('tells where a letter came from, why it was buried and how often it was sent again', async () => {
    const headers = {
      [telemetryHeaders.organization]: 'o-1',
      [telemetryHeaders.receivedAtMs]: '500',
    };
    await logs.bury({ offset: 3, atMs: 1_000, headers });
    const { adminRedrive } = adminHandlers({ ...logs.context, clock: () => 2_000 });
    const again = () => adminRedrive(logs.request({ body: { ids: ['spans/1/3'] } }));
    await again();
    await again();
    const { body, headers: shown, ...facts } = await show();
    const at = (ms: number) => new Date(ms).toISOString();
    deepEqual(facts, {
      id: 'spans/1/3',
      topic: 'spans',
      partition: 1,
      offset: 3,
      bytes: 4,
      reason: 'malformed',
      error: 'expected spans',
      dead_at: at(1_000),
      organization_id: 'o-1',
      received_at: at(500),
      redriven: true,
      redriven_at: [at(2_000), at(2_000)],
      kept: { topic: 'spans.dead', partition: 0, offset: 0 },
    });
    deepEqual(shown, { ...headers, v: '1', hash: 'hash-3' });
    equal(body.bytes, 4);
  });

  it('decodes a body of protobuf whole', async () => {
    await logs.bury({ offset: 3, body: spans('GET /'), headers: protobuf });
    const { body } = await show();
    deepEqual([body.kind, body.problem], ['otlp', null]);
    const [span] = Object(body.content).resourceSpans[0].scopeSpans[0].spans;
    deepEqual(span, { traceId, name: 'GET /', kind: 'SPAN_KIND_SERVER' });
  });

  it('decodes what comes before the byte that breaks it', async () => {
    const whole = spans('first', 'second');
    await logs.bury({ offset: 3, body: whole.subarray(0, whole.length - 4), headers: protobuf });
    const { body } = await show();
    equal(body.kind, 'otlp');
    match(String(body.problem), /breaks at its byte \d+ of \d+/);
    const [first] = Object(body.content).resourceSpans;
    equal(first.scopeSpans[0].spans[0].name, 'first');
  });

  it('gives up on values that nest without an end', async () => {
    const field = (number: number, bytes: Uint8Array): Uint8Array =>
      protobufjs.Writer.create()
        .uint32(number * 8 + 2)
        .bytes(bytes)
        .finish();
    let value: Uint8Array = Buffer.alloc(0);
    for (let depth = 0; depth < 1_000; depth++) value = field(5, field(1, value));
    const body = field(1, field(1, field(1, field(2, value))));
    await logs.bury({ offset: 3, body, headers: protobuf });
    match(String((await show()).body.problem), /more than 100 messages in each other/);
  });

  it('shows a body of JSON as it is', async () => {
    const headers = { [telemetryHeaders.format]: 'json' };
    await logs.bury({ offset: 3, body: '{"resourceSpans":[]}', headers });
    const { body } = await show();
    deepEqual([body.kind, body.content], ['json', { resourceSpans: [] }]);
  });

  it('shows the first bytes of what nobody can read', async () => {
    const body = Buffer.alloc(adminLimits.deadHeadBytesMax + 1, 0xff);
    await logs.bury({ offset: 3, body, headers: protobuf });
    const shown = (await show()).body;
    deepEqual([shown.kind, shown.bytes], ['hex', body.length]);
    equal(shown.content, 'ff'.repeat(adminLimits.deadHeadBytesMax));
    match(String(shown.problem), /only the first 256 of 257 bytes/);
  });

  it('reads a body that lies in the blob store, and says when it is gone', async () => {
    const claim = { ...protobuf, [telemetryHeaders.claim]: 'bodies/1' };
    await logs.bury({ offset: 3, body: '', headers: claim });
    equal((await show()).body.kind, 'missing');
    await logs.blobStore.put('bodies/1', spans('large'));
    equal((await show()).body.kind, 'otlp');
  });

  it('inflates a compressed body, and says what is wrong with one that cannot be', async () => {
    const body = spans('GET /');
    const frame = zstd().compress(body);
    const compressed = (codec: string, inflatedBytes: number) => ({
      ...protobuf,
      [telemetryHeaders.codec]: codec,
      [telemetryHeaders.inflatedBytes]: String(inflatedBytes),
    });
    await logs.bury({ offset: 3, body: frame, headers: compressed('zstd', body.length) });
    await logs.bury({ offset: 4, body: frame, headers: compressed('zstd', 2 ** 40) });
    await logs.bury({ offset: 5, body: frame, headers: compressed('lz5', body.length) });
    const read = (await show()).body;
    deepEqual([read.kind, read.bytes, read.problem], ['otlp', body.length, null]);
    const bomb = (await show('spans/1/4')).body;
    deepEqual([bomb.kind, bomb.bytes], ['hex', frame.length]);
    match(String(bomb.problem), /at most 4194304 inflated bytes, found 1099511627776/);
    const unknown = (await show('spans/1/5')).body;
    match(String(unknown.problem), /one of the codecs zstd, found "lz5"/);
  });

  it('decodes no more than its limit', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `span ${index}`);
    const body = spans(...names);
    await logs.bury({ offset: 3, body, headers: protobuf });
    const shown = (await show()).body;
    match(String(shown.problem), /only the first 262144 of \d+ bytes/);
    const decoded = Object(shown.content).resourceSpans.length;
    ok(decoded > 1_000 && decoded < names.length, `expected a part, found ${decoded}`);
  });

  it('says when there is no such letter', async () => {
    const isMissing = (error: unknown) => error instanceof HttpProblem && error.status === 404;
    await rejects(show('spans/1/9'), isMissing);
    await rejects(show('nonsense'), isMissing);
  });
});
