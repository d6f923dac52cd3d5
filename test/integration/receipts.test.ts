import { deepEqual, equal, match } from 'node:assert/strict';
import { openLog } from '../../platform/log.ts';
import { noBytes } from '../../schemas/billing/stored.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { contentTypes, freshSpan, newId } from '../support/otel-send.ts';
import { body, traces } from '../support/otlp.ts';
import { type Reader, readerOf } from '../support/reader.ts';

describe('what was sent and what became of it', function () {
  this.timeout(60_000);
  let server: ObservedServer;
  let ada: Reader;
  let eve: Reader;
  const lines: string[] = [];

  before(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    server = await startObservedServer({
      log: openLog({ level: 'warn', pretty: false, destination }),
    });
    ada = await readerOf(server, 'ada');
    eve = await readerOf(server, 'eve');
  });
  after(() => server.close());

  const receipts = async ({ key }: Reader) =>
    (await server.get<ResponseOf<'recentIngest'>>('/v1/ingest/recent', key)).body.requests;

  it('is told to its sender, the latest first, and to nobody else', async () => {
    const bad = freshSpan({ traceId: newId(32), spanId: 'short' });
    await ada.send(body(traces([freshSpan(), freshSpan()]), 'json'), { 'User-Agent': 'ada/1' });
    await ada.send(body(traces([freshSpan(), bad]), 'json'));
    await ada.send(Buffer.from('{"resourceSpans"'));
    const [malformed, partial, whole, ...rest] = await receipts(ada);
    deepEqual(rest, []);
    deepEqual([whole?.status, whole?.accepted, whole?.refused, whole?.reason], [200, 2, 0, null]);
    deepEqual([whole?.client, whole?.route, whole?.code], ['ada/1', '/v1/traces', null]);
    deepEqual([partial?.status, partial?.accepted, partial?.refused], [200, 1, 1]);
    match(partial?.reason ?? '', /span/);
    deepEqual([malformed?.status, malformed?.accepted], [400, 0]);
    equal(malformed?.code, 'invalid_request');
    match(malformed?.reason ?? '', /JSON|expected/);
    deepEqual(await receipts(eve), []);
  });

  it('says of what names no service what to set, in the receipt and once in the log', async () => {
    const dan = await readerOf(server, 'dan');
    const sent = traces([freshSpan()]);
    const unnamed = {
      resourceSpans: [{ ...sent.resourceSpans[0], resource: { attributes: [] } }],
    };
    for (const format of ['json', 'protobuf'] as const) {
      const headers = { 'Content-Type': contentTypes[format] };
      equal((await dan.send(body(unnamed, format), headers)).status, 200);
      const [receipt] = await receipts(dan);
      deepEqual([receipt?.accepted, receipt?.refused], [1, 0]);
      match(receipt?.reason ?? '', /names no service.*set OTEL_SERVICE_NAME/);
    }
    equal(lines.filter(line => line.includes('names no service')).length, 1);
  });

  it('is counted exactly for the plan: traces once, bytes of what was accepted', async () => {
    const traceId = newId(32);
    const first = body(traces([freshSpan({ traceId }), freshSpan()]), 'protobuf');
    const second = body(traces([freshSpan({ traceId })]), 'protobuf');
    const headers = { 'Content-Type': 'application/x-protobuf' };
    for (const bytes of [first, second, first]) equal((await eve.send(bytes, headers)).status, 200);
    await server.caughtUp();
    const { body: answer } = await server.get<ResponseOf<'subscription'>>(
      '/v1/billing/subscription',
      eve.key,
    );
    const { headers: told } = await fetch(`${server.url}/v1/billing/subscription`, {
      headers: { 'X-API-Key': eve.key },
    });
    const watermarkMs = Date.parse(told.get('X-Data-Watermark') ?? '');
    equal(watermarkMs <= Date.now() && watermarkMs > Date.now() - 60_000, true);
    const now = new Date();
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    deepEqual(answer, {
      plan: 'free',
      status: 'active',
      current_period_end: end,
      over_quota: 'reject',
      payment: null,
      parked: { requests: 0, bytes: 0, bytes_limit: 2_000_000_000, expires_at: null },
      usage: {
        traces_used: 2,
        trace_limit: 200_000,
        percentage: 0.001,
        bytes_used: first.length + second.length,
        bytes_limit: 20_000_000_000,
        bytes_by_kind: { ...noBytes, traces: first.length + second.length },
      },
    });
  });
});
