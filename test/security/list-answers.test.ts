import { deepEqual, equal, ok } from 'node:assert/strict';
import type { z } from 'zod';
import { packageRoot } from '../../platform/package.ts';
import { isRead, type Route } from '../../schemas/http/route.ts';
import { type RouteName, routes } from '../../schemas/http/routes.ts';
import { limits } from '../../services/query-api/config.ts';
import {
  type LargeList,
  largeBreakpoint,
  largeLists,
  largeListsOf,
} from '../support/large-lists.ts';
import { largePlan } from '../support/large-plan.ts';
import { appendAll, manyEvents } from '../support/large-rows.ts';
import { type MeasuredServer, startMeasured } from '../support/measured.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';

/** What many requests may keep the event loop from everything else. */
const stallMsMax = 250;
/** Of a response beside its items. */
const bytesAround = 1_000;
const pagesMax = 40;

/** Lists that are bounded in another way, and how. */
const boundedOtherwise: Partial<Record<RouteName, string>> = {
  activeBreakpoints: 'a service has few bytes of breakpoints, see breakpoint-streams.test.ts',
  pollBreakpoints: 'the same text',
  alertDashboard: 'twenty items of each kind',
  alertNotices: 'two for each of a hundred channels; a cursor, as all lists',
  healthCheckNotices: 'at most 500 short rows; a cursor, as all lists',
  listChannels: 'a hundred names of 200 characters; a cursor, as all lists',
  getConversation: '200 questions of 4,000 characters; a cursor, as all lists',
  llmStats: 'groups of one statement with a limit of rows',
  listLlmCalls: 'pages of 200 calls of short columns, with offset',
  listMetrics: 'listBytesMax in the warehouse, see metric-answers.test.ts',
  queryMetric: 'groups and steps are limited, and their names are short',
  serviceErrors: 'listBytesMax in the warehouse, see service-answers.test.ts',
  listServices: 'names of 200 characters, 2,000 of them',
  serviceDetail: '200 operations',
  serviceTimeseries: '2,000 steps of numbers',
  listTraces: 'pages of 200 with short names, with offset',
  getTrace: 'traceAnswerBytesMax, see trace-answers.test.ts',
  rootCauses: 'a bounded sample',
  listReplays: 'pages of 500 with offset, one row of short columns a session',
  getReplay: '2,880 segments of one session',
  listMaintenance: 'the windows of one check',
  listHealthCheckResults: 'resultBytesMax of one statement',
  listEvents: 'has_more, as all lists with a cursor',
  getWebhookDelivery: '24 attempts of one delivery',
  alertRuleEvaluations: 'pages of one statement',
  getAlert: 'the timeline of one alert',
  getAnomaly: 'the scores of one anomaly',
  getTriageItem: 'the history of one item',
  plans: 'two of them',
  getAlertRule: 'the channels of one rule',
  getWebhook: 'the event types of one webhook',
  askCopilot: 'references of one answer',
  sendMessage: 'references of one answer',
  replayEvents: 'one chunk, limited when it is uploaded',
  proveAlert: 'the fields of one alert',
  recentIngest: 'the latest 100 requests',
  backtestAlertRules: 'transitions of one request with a limit',
  widgetBadge: 'steps of one range',
  widgetMetrics: 'steps of one range',
  widgetAlerts: 'at most fifty alerts',
  widgetOverview: 'services of one organization, short rows',
};

type Page = {
  readonly bytes: number;
  readonly body: {
    readonly next_cursor: string | null;
    readonly total?: number;
    readonly total_count?: number;
  };
};

const itemsOf = (body: object, field: string): readonly { readonly id: string }[] =>
  (body as Readonly<Record<string, { readonly id: string }[]>>)[field] ?? [];

const pageAfter = (path: string, cursor: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`;

const isList = (route: Route): boolean => {
  const shape = (route.response as z.ZodObject | undefined)?.shape;
  const kinds = Object.values(shape ?? {}).map(each => (each as z.ZodType).def.type);
  return (
    route.keys !== 'none' && route.keys !== 'admin' && isRead(route) && kinds.includes('array')
  );
};

describe('lists', () => {
  it('are known: each route that gives a list has a case here, or a reason', () => {
    const found = (routes as readonly Route[]).filter(isList).map(({ name }) => name);
    const missing = found.filter(name => !(name in largeLists) && !(name in boundedOtherwise));
    deepEqual(missing, []);
  });
});

describe('long lists', function () {
  this.timeout(300_000);
  let server: ObservedServer;
  let key: string;
  let organization: string;

  before(async () => {
    server = await startObservedServer({ environment: largePlan });
    const account = await server.account('ada@example.org', 'checkout');
    key = account.key;
    organization = String(account.verified.body.organization_id);
    for (const events of largeListsOf(organization))
      await appendAll(server.platform.eventStore, events);
    equal((await server.get('/v1/breakpoints?limit=1', key)).status, 200);
  });

  after(() => server?.close());

  const page = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, { headers: { 'X-API-Key': key } });
    const text = await response.text();
    equal(response.status, 200, `${path}: ${text.slice(0, 500)}`);
    return { bytes: Buffer.byteLength(text), body: JSON.parse(text) };
  };

  /** Every page; each has as many bytes as it may have at most. */
  const readAll = async ({ path, field }: LargeList) => {
    const ids: string[] = [];
    let cursor: string | null = '';
    let total: number | undefined;
    let pages = 0;
    for (; cursor !== null && pages < pagesMax; pages++) {
      const { bytes, body }: Page = await page(cursor === '' ? path : pageAfter(path, cursor));
      ok(bytes <= limits.listBytesMax + bytesAround, `${bytes} bytes`);
      ids.push(...itemsOf(body, field).map(({ id }) => id));
      cursor = body.next_cursor;
      total = body.total ?? body.total_count;
    }
    return { ids, total, pages, isWhole: cursor === null };
  };

  for (const [name, list] of Object.entries(largeLists)) {
    it(`${name}: pages of bounded bytes follow each other, and give everything once`, async () => {
      const { ids, total, pages, isWhole } = await readAll(list);
      equal(pages > 1, list.rowsMin > 1, `${pages} pages`);
      equal(new Set(ids).size, ids.length);
      ok(ids.length >= list.rowsMin, `${ids.length} rows`);
      if (isWhole && total !== undefined) equal(ids.length, total);
    });
  }
});

describe('long lists that are read at once', function () {
  this.timeout(180_000);
  let server: MeasuredServer;
  let key: string;

  before(async () => {
    server = await startMeasured(packageRoot());
    const account = await server.account('ada@example.org', 'checkout');
    key = account.key;
    const organization = String(account.verified.body.organization_id);
    await server.append(manyEvents('BreakpointSet', organization, 600, largeBreakpoint));
    equal((await server.get('/v1/breakpoints?limit=1', key)).status, 200);
  });

  after(() => server?.close());

  it('delay everybody else by a slice of work', async () => {
    await server.settled();
    await server.reset();
    const paths = ['/v1/breakpoints', '/v1/audit?limit=500', '/sdk/snapshots/active/checkout'];
    await Promise.all(
      Array.from({ length: 15 }, async (_, at) => {
        const path = `${server.url}${paths[at % paths.length]}`;
        const response = await fetch(path, { headers: { 'X-API-Key': key } });
        equal(response.status, 200);
        await response.arrayBuffer();
      }),
    );
    const { stalls } = await server.settled();
    ok(stalls.ownMsMax <= stallMsMax, JSON.stringify(stalls));
  });
});
