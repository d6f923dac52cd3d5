import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { callApi } from '../support/api-call.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { contentTypes, freshSpan, textOf } from '../support/otel-send.ts';
import { text, traces } from '../support/otlp.ts';
import { type Reader, readerOf } from '../support/reader.ts';

const absent = '00000000000000000000000000000001';

/** The tools of the beginning, which clients know. */
const toolNames = [
  'list_services',
  'get_service_metrics',
  'search_traces',
  'get_trace_detail',
  'get_active_alerts',
  'search_anomalies',
  'get_rca',
  'search_llm_calls',
  'get_llm_stats',
  'list_breakpoints',
  'search_snapshots',
];

onBothEngines('the MCP server', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Reader;
  let failed: { readonly traceId: string; readonly spanId: string };
  const clients: Client[] = [];

  before(async function () {
    tidemark = await start(this);
    ada = await readerOf(tidemark, 'ada');
    const spans = [
      freshSpan({ kind: 2, attributes: [text('http.route', '/cart')] }),
      freshSpan({ kind: 2, status: { code: 2, message: 'no stock' } }),
    ];
    failed = spans[1] as typeof failed;
    const body = textOf(traces(spans, 'checkout'));
    equal((await ada.send(body, { 'Content-Type': contentTypes.json })).status, 200);
    await tidemark.caughtUp();
  });
  after(async () => {
    await Promise.all(clients.map(client => client.close()));
    await tidemark?.close();
  });

  const endpoint = () => new URL('/mcp', tidemark.url);

  /** A client of the protocol's own library, of one revision of it. */
  async function connect(headers: Record<string, string>, revision?: string): Promise<Client> {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      revision === undefined ? {} : { versionNegotiation: { mode: { pin: revision } } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(endpoint(), { requestInit: { headers } }),
    );
    clients.push(client);
    return client;
  }

  async function call<Body>(client: Client, name: string, given: object = {}): Promise<Body> {
    const { content, isError } = await client.callTool({ name, arguments: { ...given } });
    const [part] = content as { readonly type: string; readonly text: string }[];
    ok(isError !== true, part?.text);
    return JSON.parse(part?.text ?? '') as Body;
  }

  async function refusal(client: Client, name: string, given: object): Promise<string> {
    const { content, isError } = await client.callTool({ name, arguments: { ...given } });
    equal(isError, true);
    const [part] = content as { readonly text: string }[];
    return part?.text ?? '';
  }

  /** A message without a client. */
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    callApi<{ result?: Record<string, unknown>; error?: { code: number; message: string } }>(
      tidemark.url,
      { method: 'POST', path: '/mcp', key: ada.key, body, headers },
    );

  async function createKey(asked: object): Promise<string> {
    const path = '/v1/api-keys';
    const body = { name: 'reads', ...asked };
    const created = await callApi<{ key: string }>(tidemark.url, {
      method: 'POST',
      path,
      key: ada.key,
      body,
    });
    equal(created.status, 201);
    return created.body.key;
  }

  for (const revision of [undefined, '2026-07-28']) {
    describe(`with a client of ${revision ?? '2025-11-25'}`, () => {
      let client: Client;
      before(async () => {
        client = await connect({ 'X-API-Key': ada.key }, revision);
      });

      it('lists its tools, of which those of the beginning only read', async () => {
        const { tools } = await client.listTools();
        const names = tools.map(({ name }) => name);
        deepEqual(
          toolNames.filter(name => !names.includes(name)),
          [],
        );
        for (const { name, description = '', annotations } of tools) {
          ok(description.length > 20);
          if (toolNames.includes(name)) equal(annotations?.readOnlyHint, true);
        }
      });

      it('gives what the routes give', async () => {
        const services = await call<ResponseOf<'listServices'>>(client, 'list_services');
        deepEqual(services.services, await ada.services());
        const metrics = await call<ResponseOf<'serviceMetrics'>>(client, 'get_service_metrics', {
          service: 'checkout',
        });
        deepEqual([metrics.window, metrics.sample_count], ['1h', 2]);
        const found = await call<ResponseOf<'listTraces'>>(client, 'search_traces', {
          service: 'checkout',
          has_error: true,
        });
        deepEqual(
          found.traces.map(({ id }) => id),
          [failed.traceId],
        );
        const page = (given: { readonly page?: string }) => given.page?.slice(tidemark.url.length);
        equal(page(metrics as object), '/services/checkout');
        equal(page(found as object), '/traces?service=checkout');
        const alerts = await call<ResponseOf<'activeAlerts'>>(client, 'get_active_alerts');
        deepEqual([alerts.total, alerts.limit], [0, 20]);
        const anomalies = await call<ResponseOf<'listAnomalies'>>(client, 'search_anomalies');
        equal(anomalies.total_count, 0);
        const causes = await call<ResponseOf<'rootCauses'>>(client, 'get_rca', {
          trace_id: failed.traceId,
        });
        deepEqual(causes.failures[0]?.trace_ids, [failed.traceId]);
        equal((await call<ResponseOf<'llmStats'>>(client, 'get_llm_stats')).total.calls, 0);
        equal((await call<ResponseOf<'listLlmCalls'>>(client, 'search_llm_calls')).total_count, 0);
        const { total } = await call<ResponseOf<'listBreakpoints'>>(client, 'list_breakpoints', {
          service: 'checkout',
        });
        equal(total, 0);
        match(await refusal(client, 'get_rca', {}), /either service or trace_id/);
      });

      it('gives a trace without what its spans say twice', async () => {
        const { trace, spans } = await call<ResponseOf<'getTrace'>>(client, 'get_trace_detail', {
          trace_id: failed.traceId.toUpperCase(),
        });
        equal(trace.id, failed.traceId);
        deepEqual(
          spans.map(({ span_id, status_message }) => ({ span_id, status_message })),
          [{ span_id: failed.spanId, status_message: 'no stock' }],
        );
        ok(!JSON.stringify(spans).includes('otlp_attributes'));
      });

      it('says what is wrong with arguments, and what is not there', async () => {
        match(await refusal(client, 'search_traces', { limit: 1_000 }), /limit/);
        match(await refusal(client, 'search_traces', { from: 'yesterday' }), /from/);
        match(
          await refusal(client, 'get_trace_detail', { trace_id: absent }),
          /^not_found: there is no trace/,
        );
        match(await refusal(client, 'get_service_metrics', { service: 'nobody' }), /^not_found: /);
        match(
          await refusal(client, 'get_active_alerts', { as_of: '2999-01-01T00:00:00Z' }),
          /as_of/,
        );
        await rejects(client.callTool({ name: 'drop_tables', arguments: {} }), /drop_tables/);
      });
    });
  }

  it('takes the key as a bearer token and in the URL, and a key that reads', async () => {
    const read = await createKey({ kind: 'read' });
    const client = await connect({ Authorization: `Bearer ${read}` });
    equal((await call<ResponseOf<'listServices'>>(client, 'list_services')).total, 1);
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    const { status, body } = await callApi(tidemark.url, {
      method: 'POST',
      path: `/mcp?api_key=${read}`,
      key: '',
      body: ping,
    });
    deepEqual([status, body], [200, { jsonrpc: '2.0', id: 7, result: {} }]);
  });

  it('shows a key that is restricted to services only what is theirs', async () => {
    const restricted = await createKey({ kind: 'read', services: ['payments'] });
    const client = await connect({ 'X-API-Key': restricted });
    equal((await call<ResponseOf<'listServices'>>(client, 'list_services')).total, 0);
    match(await refusal(client, 'search_traces', {}), /^key_not_allowed: /);
    match(
      await refusal(client, 'get_trace_detail', { trace_id: failed.traceId }),
      /^key_not_allowed: /,
    );
  });

  it('refuses other keys, other hosts, other methods and batches', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    equal((await post(ping)).status, 200);
    const none = await callApi(tidemark.url, { method: 'POST', path: '/mcp', key: '', body: ping });
    // Clients that are given only the address learn from it where to sign a person in (RFC 9728, 5.1).
    const found = `${tidemark.url}/.well-known/oauth-protected-resource/mcp`;
    deepEqual(
      [none.status, none.headers.get('WWW-Authenticate')],
      [401, `Bearer resource_metadata="${found}"`],
    );
    equal((await post([ping])).status, 400);
    equal((await post({ hello: 1 })).status, 400);
    equal((await callApi(tidemark.url, { path: '/mcp', key: ada.key })).status, 405);
    equal(
      (await callApi(tidemark.url, { method: 'DELETE', path: '/mcp', key: ada.key })).status,
      405,
    );
    equal((await post(ping, { Origin: 'https://evil.example' })).status, 403);
    equal((await post(ping, { Origin: 'http://localhost:3000' })).status, 200);
  });

  it('answers a notification with 202, and an unknown revision with those it knows', async () => {
    const notified = await ada.send(
      textOf({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      {},
      '/mcp',
    );
    deepEqual([notified.status, notified.bytes.length], [202, 0]);
    const { status, body } = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
      },
      { 'Mcp-Protocol-Version': '2099-01-01', 'Mcp-Method': 'tools/list' },
    );
    equal(status, 400);
    match(JSON.stringify(body), /2026-07-28/);
  });
});
