import { deepEqual, equal, ok } from 'node:assert/strict';
import { z } from 'zod';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { mcpLimits } from '../../services/query-api/mcp/config.ts';
import type { ReadTool } from '../../services/query-api/mcp/tool.ts';
import { tools } from '../../services/query-api/mcp/tools/all.ts';
import { routeOf } from '../../services/query-api/route-call.ts';
import { runLoad } from '../bench/process.ts';
import type { Belongings } from '../security/tenants/belongings.ts';
import { largeLists, largeListsOf } from '../support/large-lists.ts';
import { largePlan } from '../support/large-plan.ts';
import { appendAll, idOf } from '../support/large-rows.ts';
import { readCalls } from '../support/mcp-calls.ts';
import { type McpClient, openMcpClient } from '../support/mcp-client.ts';
import { emptyLists, followed, listTools } from '../support/mcp-lists.ts';
import { openMcpWorld } from '../support/mcp-world.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { isWhole, partOf, seed } from '../support/property.ts';
import { commonSettings } from '../support/shared-cluster.ts';
import { sendWide, wideService } from '../support/wide-telemetry.ts';

const spans = partOf(1_000_000, 20);
const servicesOfLoad = 4;
/** Of the load: eight in each of its services. */
const spansOfTrace = 8 * servicesOfLoad;
const width = partOf(1_000, 20);
const loadSecondsMax = 900;
const hourMs = 3_600_000;
const pagesMax = 3_000;

const readTools = tools.filter((tool): tool is ReadTool => tool.kind === 'read');

const budgetOf = ({ hasOwnBudget }: ReadTool): number =>
  hasOwnBudget ? mcpLimits.traceBytesMax : mcpLimits.responseBytesMax;

/** The most rows that a call may ask for. */
function rowsMaxOf({ input }: ReadTool): object {
  const { properties = {} } = z.toJSONSchema(input, { unrepresentable: 'any' });
  const { limit } = properties as Record<string, { readonly maximum?: number }>;
  return limit === undefined ? {} : { limit: limit.maximum };
}

describe(`tools over ${spans} spans and the longest lists`, function () {
  this.timeout(isWhole ? 2 * hourMs : 240_000);
  let tidemark: ObservedServer;
  let key: string;
  let of: Belongings;
  let client: McpClient;
  let wide: Awaited<ReturnType<typeof sendWide>>;
  let errorId: string;
  let investigation: string;
  const range = { from: '', to: '' };
  const figures: string[] = [];

  before(async () => {
    tidemark = await startObservedServer({ environment: { ...commonSettings, ...largePlan } });
    ({ key, belongings: of } = await openMcpWorld(tidemark));
    client = await openMcpClient(tidemark.url, { 'X-API-Key': key });
    for (const events of largeListsOf(of.organization))
      await appendAll(tidemark.platform.eventStore, events);
    wide = await sendWide(tidemark.url, key, width);
    await fill();
    await tidemark.caughtUp();
    range.to = new Date().toISOString();
    range.from = new Date(Date.parse(range.to) - 2 * hourMs).toISOString();
    const { rows } = await client.call<{ readonly rows: readonly string[][] }>('list_errors', {
      service: wideService,
    });
    errorId = rows[0]?.[0] ?? '';
    investigation = String((await client.call('start_investigation')).investigation);
  });
  after(async () => {
    process.stdout.write(figures.map(line => `      ${line}\n`).join(''));
    await client?.close();
    await tidemark?.close();
  });

  /** Spans of an hour. */
  const fill = () =>
    runLoad({
      url: tidemark.url,
      keys: [key],
      services: servicesOfLoad,
      senders: 4,
      seconds: loadSecondsMax,
      seed: String(seed),
      backDated: { spans, fromMs: Date.now() - hourMs, toMs: Date.now() },
    });

  /** Calls with long responses, beside those of `readCalls`. */
  const longCalls = (): Readonly<Record<string, readonly object[]>> => {
    const ofWide = { service: wideService };
    const rule = { metric: 'error_rate', operator: '>', threshold: 0 };
    return {
      get_service_metrics: [{ service: 'service-0', window: '24h' }],
      get_service_map: [range, { ...range, service: 'service-0' }],
      list_deployments: [range],
      search_traces: [range, { ...range, service: 'service-3' }, { ...range, ...ofWide }],
      get_trace_detail: [{ trace_id: wide.long[0] }],
      get_critical_path: [{ trace_id: wide.long[0] }],
      diff_traces: [{ a: wide.long[0], b: wide.long[1] }],
      list_attributes: [range, { ...range, ...ofWide }, { ...range, key: 'url.path' }],
      compare_spans: [
        { selection: { ...range, ...ofWide, status: 'error' } },
        { selection: { ...range, service: 'service-0', status: 'error' } },
      ],
      list_errors: [range, { ...range, ...ofWide }],
      get_error: [{ error_id: errorId, ...range }],
      get_alert: [{ alert_id: idOf('alert', 1) }],
      get_rca: [
        { ...ofWide, window: '24h' },
        { service: 'service-0', window: '24h' },
      ],
      backtest_rule: [{ rule, ...range, thresholds: [0, 1, 2, 3, 5, 8, 13, 21] }],
      list_webhook_deliveries: [{ webhook_id: idOf('webhook', 0) }],
      get_usage: [{ months: 36 }],
    };
  };

  for (const tool of readTools) {
    const { name } = tool;
    it(`keep to their budget: ${name}`, async () => {
      let bytesMost = 0;
      for (const given of [{ ...readCalls(of)[name] }, ...(longCalls()[name] ?? [])]) {
        const found = await client.call(name, { ...given, ...rowsMaxOf(tool) });
        const bytes = Buffer.byteLength(JSON.stringify(found));
        bytesMost = Math.max(bytesMost, bytes);
        ok(bytes <= budgetOf(tool), `${JSON.stringify(given)}: ${bytes} bytes`);
      }
      figures.push(`${name}: ${bytesMost} bytes of ${budgetOf(tool)} at most`);
    });
  }

  /** All rows of a list, to its end: each once, and as many as every page says. */
  const expectOnce = async (name: string, given: object): Promise<readonly unknown[]> => {
    const list = await followed(client, name, given, pagesMax);
    const { rows, counts, pages } = list;
    ok(list.isWhole, `expected an end within ${pagesMax} pages`);
    figures.push(`${name}: ${rows.length} rows on ${pages} pages`);
    equal(new Set(rows.map(row => JSON.stringify(row))).size, rows.length);
    deepEqual([...new Set(counts.filter(count => count !== null))], [rows.length]);
    return rows;
  };

  for (const tool of listTools) {
    const { name, route } = tool;
    if (name === 'search_traces' || name === 'search_llm_calls') continue;
    it(`give every row exactly once: ${name}`, async () => {
      const [wider] = longCalls()[name] ?? [];
      // What the organization decides goes on meanwhile, so it is asked about as of one instant.
      const pinned = routeOf(route).domain && { investigation };
      const given = { ...readCalls(of)[name], ...wider, ...rowsMaxOf(tool), ...pinned };
      const rows = await expectOnce(name, given);
      const { rowsMin = emptyLists.has(name) ? 0 : 1 } = largeLists[route] ?? {};
      ok(rows.length >= rowsMin, `expected ${rowsMin} rows, found ${rows.length}`);
    });
  }

  it('give every trace that the warehouse has exactly once', async () => {
    const rows = await expectOnce('search_traces', { ...range, limit: mcpLimits.rowsMax });
    const ids = (rows as ResponseOf<'listTraces'>['traces']).map(({ trace_id: id }) => id);
    const stored = await tidemark.platform.warehouse.query<{ id: string }>(
      `SELECT DISTINCT lower(replaceAll(toString(trace_id), '-', '')) AS id FROM spans
       WHERE organization = {organization:UUID}`,
      { organization: of.organization },
    );
    ok(ids.length >= spans / spansOfTrace, `found ${ids.length}`);
    deepEqual(ids.toSorted(), stored.map(({ id }) => id).toSorted());
  });

  it('give every call of a model exactly once', async () => {
    const given = { service: wideService, window: '24h', limit: mcpLimits.rowsMax };
    const rows = await expectOnce('search_llm_calls', given);
    equal(rows.length, wide.modelCalls);
  });
});
