import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mcpLimits } from '../../services/query-api/mcp/config.ts';
import { tools } from '../../services/query-api/mcp/tools/all.ts';
import type { Belongings } from '../security/tenants/belongings.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { readCalls } from '../support/mcp-calls.ts';
import { type McpClient, openMcpClient, revisions } from '../support/mcp-client.ts';
import { emptyLists, followed, type Listed, listTools, rowsOf } from '../support/mcp-lists.ts';
import { openMcpWorld } from '../support/mcp-world.ts';
import { freshSpan, senderTo } from '../support/otel-send.ts';

/** Every span is within the day, and its name is longer than a row that a response has room for fifteen of. */
const longName = 5_000;
const longSpans = 20;

/** They have no past instant. */
const ofNow = new Set(['get_usage', 'list_plans', 'list_invoices']);
const ofOneTrace = ['get_critical_path', 'diff_traces'];

onBothEngines('tools of the MCP server', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let key: string;
  let of: Belongings;
  let client: McpClient;

  before(async function () {
    tidemark = await start(this);
    ({ key, belongings: of } = await openMcpWorld(tidemark));
    client = await openMcpClient(tidemark.url, { 'X-API-Key': key });
  });
  after(async () => {
    await client?.close();
    await tidemark?.close();
  });

  for (const revision of revisions) {
    it(`are each called by a client of ${revision ?? '2025-11-25'}, and give what their schemas say`, async () => {
      const asked = await openMcpClient(tidemark.url, { 'X-API-Key': key }, revision);
      const calls = readCalls(of);
      deepEqual(
        asked.tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name),
        Object.keys(calls),
      );
      for (const [name, given] of Object.entries(calls)) {
        const found = await asked.call(name, given);
        ok(Buffer.byteLength(JSON.stringify(found)) <= mcpLimits.traceBytesMax);
        if (name !== 'start_investigation') match(String(found.page), /^http/u);
      }
      await asked.close();
    });
  }

  for (const tool of listTools) {
    const { name } = tool;
    it(`give every row once, page by page: ${name}`, async () => {
      const to = 'to' in tool.input.shape && { to: new Date().toISOString() };
      const given = { ...readCalls(of)[name], ...to };
      const whole = rowsOf(name, await client.call<Listed>(name, { ...given, limit: 100 }));
      const { rows, counts } = await followed(client, name, { ...given, limit: 1 });
      const { columns } = tool.list;
      deepEqual(
        rows.map(row => timeless(row, columns)),
        whole.map(row => timeless(row, columns)),
      );
      deepEqual([...new Set(counts.filter(count => count !== null))], [whole.length]);
      const few = ofOneTrace.includes(name) ? 1 : 3;
      const least = emptyLists.has(name) ? 0 : few;
      ok(whole.length >= least, `expected ${least} rows, found ${whole.length}`);
    });
  }

  it('cut a list of long rows, and say what is left out', async () => {
    const spans = Array.from({ length: longSpans }, () =>
      freshSpan({ name: 'x'.repeat(longName) }),
    );
    await senderTo(tidemark, key).sendSpans(spans, { service: 'long-names' });
    await tidemark.caughtUp();
    const given = { service: 'long-names', limit: 50 };
    const first = await client.call<Listed>('search_traces', given);
    const shown = rowsOf('search_traces', first).length;
    ok(Buffer.byteLength(JSON.stringify(first)) <= mcpLimits.responseBytesMax);
    deepEqual([shown < longSpans, shown + (first.left_out?.rows ?? 0)], [true, longSpans]);
    const { rows } = await followed(client, 'search_traces', given);
    const ids = rows.map(row => (row as { readonly trace_id: string }).trace_id);
    deepEqual(ids.toSorted(), spans.map(({ traceId }) => traceId).toSorted());
  });

  it('see one instant in an investigation, whatever happens then', async () => {
    const { investigation, as_of: asOf } =
      await client.call<Record<string, string>>('start_investigation');
    const see = (name: string) => client.call(name, { investigation });
    const before = await see('list_alert_rules');
    equal(before.as_of, asOf);
    const { status } = await fetch(`${tidemark.url}/v1/alert-rules/${of.ruleId}/toggle`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{"enabled":false}',
    });
    equal(status, 200);
    deepEqual(await see('list_alert_rules'), before);
    const now = await client.call('list_alert_rules');
    ok(JSON.stringify(now.rows) !== JSON.stringify(before.rows));
    match(String((await see('get_usage')).note), /this shows now/u);
    match(
      await client.refusal('list_alert_rules', { investigation, as_of: '2026-01-01T00:00:00Z' }),
      /different instants/u,
    );
    match(
      await client.refusal('list_alert_rules', { investigation: 'at_noon' }),
      /start_investigation/u,
    );
    match(await client.refusal('start_investigation', { at: '2999-01-01T00:00:00Z' }), /future/u);
  });

  it('know that what never changes was not there yet', async () => {
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const { investigation } = await client.call('start_investigation', { at });
    const { prove_alert: alert, get_snapshot: snapshot, get_replay: replay } = readCalls(of);
    for (const [name, given] of Object.entries({
      prove_alert: alert,
      get_snapshot: snapshot,
      get_replay: replay,
    }))
      match(
        await client.refusal(name, { ...given, investigation }),
        /^not_found: it was not there/u,
      );
  });

  it('take an instant wherever they know the past', async () => {
    const { investigation } = await client.call('start_investigation');
    const refused = new Set([
      'get_trace_detail',
      'get_critical_path',
      'diff_traces',
      'get_error',
      'get_rca',
    ]);
    for (const [name, given] of Object.entries(readCalls(of))) {
      // What was sent in this minute is not known before it.
      if (name === 'start_investigation' || refused.has(name)) continue;
      const found = await client.call(name, { ...given, investigation });
      ok('as_of' in found || ofNow.has(name), name);
    }
  });

  it('say what to do about a name that is not known', async () => {
    match(
      await client.refusal('get_service_metrics', { service: 'servise-a' }),
      /^not_found: .* Use `service-a`/u,
    );
    const none = await client.call('search_anomalies', { service: 'servise-a' });
    match(String(none.note), /`servise-a` sent no spans.*`service-a`/u);
    const absent = '00000000-0000-4000-8000-000000000000';
    match(await client.refusal('get_alert', { alert_id: absent }), /list_alerts lists the ids/u);
    match(await client.refusal('search_traces', { servce: 'a' }), /`servce` .*use `service`/u);
    let message = '';
    await client.call('list_service').catch((error: Error) => ({ message } = error));
    match(message, /`list_service` is not known here; use `list_services`/u);
  });

  it('are behind resources, which read the same', async () => {
    const { resources } = await client.client.listResources();
    const { resourceTemplates: templates } = await client.client.listResourceTemplates();
    deepEqual(
      [...resources.map(({ uri }) => uri), ...templates.map(({ uriTemplate }) => uriTemplate)],
      ['tidemark://services', 'tidemark://traces/{id}', 'tidemark://alerts/{id}'],
    );
    const read = async (uri: string) => {
      const { contents } = await client.client.readResource({ uri });
      const [content] = contents as { readonly uri: string; readonly text: string }[];
      equal(content?.uri, uri);
      return JSON.parse(content?.text ?? '') as Record<string, unknown>;
    };
    const trace = await client.call('get_trace_detail', { trace_id: of.traceId });
    deepEqual(await read(`tidemark://traces/${of.traceId}`), trace);
    const { services } = await client.call('list_services');
    deepEqual((await read('tidemark://services')).services, services);
    equal((await read(`tidemark://alerts/${of.alertId}`)).id, of.alertId);
    const absent = '00000000-0000-4000-8000-000000000000';
    await rejects(read(`tidemark://alerts/${absent}`), /there is no alert/u);
    await rejects(read('tidemark://keys'), /tidemark:\/\/keys/u);
  });

  it('are named by prompts, with what a person has given', async () => {
    const { prompts } = await client.client.listPrompts();
    deepEqual(
      prompts.map(({ name }) => name),
      ['investigate_alert', 'weekly_review', 'write_rule'],
    );
    const textOf = async (name: string, given: Record<string, string>) => {
      const { messages } = await client.client.getPrompt({ name, arguments: given });
      return messages.map(({ content }) => ('text' in content ? content.text : '')).join('');
    };
    match(await textOf('investigate_alert', { alert_id: of.alertId }), new RegExp(of.alertId, 'u'));
    match(await textOf('weekly_review', {}), /all services/u);
    match(await textOf('weekly_review', { service: 'carts' }), /the service carts/u);
    const written = await textOf('write_rule', { wish: 'checkout is slow' });
    match(written, /checkout is slow/u);
    const named = new Set(tools.map(({ name }) => name));
    for (const [name] of written.matchAll(/\b(?:list|create|backtest)_\w+/gu)) ok(named.has(name));
    await rejects(textOf('write_rule', {}), /wish/u);
    await rejects(textOf('write_rules', {}), /use `write_rule`/u);
  });
});

/** An alert that fires has fired for longer a second later. */
type Fields = Readonly<Record<string, unknown>>;

const timeless = (row: unknown, columns: readonly string[] = []): unknown => {
  if (Array.isArray(row)) return row.filter((_, at) => columns[at] !== 'duration_seconds');
  const { duration: _, duration_seconds: __, figures: ___, ...rest } = row as Fields;
  return rest;
};
