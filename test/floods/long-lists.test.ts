import { equal, ok } from 'node:assert/strict';
import { packageRoot } from '../../platform/package.ts';
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
