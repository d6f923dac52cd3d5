import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { onBothEngines } from '../support/both-engines.ts';
import { type CheckedReader, checkedReader } from '../support/checked-reader.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { contentTypes, freshSpan, newId, textOf } from '../support/otel-send.ts';
import { body, nanosOf, text, traces } from '../support/otlp.ts';

onBothEngines('the position of an accepted request', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;
  let ada: CheckedReader;
  let eve: CheckedReader;

  before(async function () {
    server = await start(this);
    ada = await checkedReader(server, 'ada');
    eve = await checkedReader(server, 'eve');
  });
  after(() => server?.close());

  const send = async (path: string, bytes: Uint8Array, type: string): Promise<string> => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type, 'X-API-Key': ada.key },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
    equal(response.status, 200);
    const position = response.headers.get('X-Ingest-Position') ?? '';
    match(position, /^[\w-]{22}$/);
    return position;
  };
  const sendSpan = (traceId: string) =>
    send('/v1/traces', body(traces([freshSpan({ traceId })]), 'protobuf'), contentTypes.protobuf);
  const refusal = async (key: string, position: string) => {
    const { status, body: answer } = await server.get<{ error: string }>(
      `/v1/traces?min_position=${position}`,
      key,
    );
    return { status, error: answer.error };
  };

  it('lets its sender read what it sent, at once', async () => {
    for (let round = 0; round < 10; round++) {
      const trace = newId(32);
      const position = await sendSpan(trace);
      const { status } = await server.get(`/v1/traces/${trace}?min_position=${position}`, ada.key);
      equal(status, 200);
    }
  });

  it('is waited for together with others, in lists and figures', async () => {
    const ids = Array.from({ length: 5 }, () => newId(32));
    const positions = await Promise.all(ids.map(sendSpan));
    const query = `min_position=${positions.join(',')}`;
    const { body: list } = await server.get<{ traces: { trace_id: string }[] }>(
      `/v1/traces?limit=100&${query}`,
      ada.key,
    );
    const found = new Set(list.traces.map(({ trace_id: id }) => id));
    deepEqual(
      ids.filter(id => !found.has(id)),
      [],
    );
    const { status } = await server.get(`/v1/services?${query}`, ada.key);
    equal(status, 200);
  });

  it('is that of metrics, too', async () => {
    const point = { timeUnixNano: nanosOf(Date.now()), asDouble: 1 };
    const resource = { attributes: [text('service.name', 'checkout')] };
    const metrics = [{ name: 'sent.at.once', gauge: { dataPoints: [point] } }];
    const sent = { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] };
    const position = await send('/v1/metrics', textOf(sent), contentTypes.json);
    const { body: list } = await server.get<{ metrics: { name: string }[] }>(
      `/v1/metrics?min_position=${position}`,
      ada.key,
    );
    ok(list.metrics.some(({ name }) => name === 'sent.at.once'));
  });

  it('differs each time, and says nothing to another organization', async () => {
    const trace = newId(32);
    const first = await sendSpan(trace);
    ok(first !== (await sendSpan(trace)));
    for (const [key, position] of [
      [eve.key, first],
      [ada.key, 'AAAAAAAAAAAAAAAAAAAAAA'],
      [ada.key, 'nothing'],
      [ada.key, `${first},`],
    ] as const) {
      const { status, error } = await refusal(key, position);
      equal(status, 400);
      match(error, /expected an X-Ingest-Position of this organization/);
    }
  });
});
