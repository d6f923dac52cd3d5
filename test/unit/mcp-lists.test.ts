import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { mcpLimits } from '../../services/query-api/mcp/config.ts';
import { readList } from '../../services/query-api/mcp/read-list.ts';
import { bytesOf, shortened } from '../../services/query-api/mcp/shortened.ts';
import type { Fields, Given, ToolList } from '../../services/query-api/mcp/tool.ts';
import type { RouteInput } from '../../services/query-api/route-call.ts';
import { holds } from '../support/property.ts';

type Row = { readonly id: number; readonly text: string };
type Query = Readonly<Record<string, string | undefined>>;
type Page = Fields & {
  readonly next_cursor: string | null;
  readonly left_out?: {
    readonly rows?: number;
    readonly next?: { readonly arguments: Given };
    readonly of_rows?: object;
  };
};

const { responseBytesMax, envelopeBytesMax } = mcpLimits;
const columns = ['id', 'text'];
const roundsMax = 1_000;

/** Routes over rows: one goes on by a cursor, one by `offset`, one gives all. */
const routes: Readonly<
  Record<
    string,
    { readonly list: ToolList; readonly read: (all: readonly Row[], query: Query) => Fields }
  >
> = {
  cursor: {
    list: { field: 'rows', goesOn: 'cursor', total: 'total', columns },
    read: (all, { cursor = '-1', limit }) => {
      const after = all.filter(({ id }) => id > Number(cursor));
      const rows = after.slice(0, Number(limit));
      const next = rows.length < after.length ? String(rows.at(-1)?.id) : null;
      return { rows, total: all.length, next_cursor: next };
    },
  },
  'cursor without a total': {
    list: { field: 'rows', goesOn: 'cursor' },
    read: (all, query) => {
      const { total: _, ...found } = routes.cursor?.read(all, query) ?? {};
      return found;
    },
  },
  offset: {
    list: { field: 'rows', goesOn: 'offset', total: 'total' },
    read: (all, { offset = '0', limit }) => ({
      rows: all.slice(Number(offset), Number(offset) + Number(limit)),
      total: all.length,
      limit: Number(limit),
    }),
  },
  all: {
    list: { field: 'rows', goesOn: {}, columns },
    read: all => ({ rows: all, is_whole: true }),
  },
};

const readerOf = (name: string, all: readonly Row[]) => {
  const { list, read } = routes[name] as NonNullable<(typeof routes)[string]>;
  const request = ({ limit, as_of: _, ...given }: Given): RouteInput => ({
    query: { ...(given as Record<string, string>), limit: String(limit) },
  });
  const tool = { name: 'list_rows', request: request as (given: never) => RouteInput, list };
  return (given: Given) => {
    const { cursor: _, ...asked } = given;
    return readList(tool, { given, asked }, async ({ query = {} }) =>
      read(all, query),
    ) as Promise<Page>;
  };
};

const rowsOf = (page: Page): Row[] =>
  (page.rows as (Row | [number, string])[]).map(row =>
    Array.isArray(row) ? { id: row[0], text: row[1] } : row,
  );

/** All pages, each asked for as the page before says. */
async function pagesOf(read: (given: Given) => Promise<Page>, given: Given): Promise<Page[]> {
  const pages: Page[] = [];
  let next: Given | undefined = given;
  for (let round = 0; next !== undefined && round < roundsMax; round++) {
    const page = await read(next);
    pages.push(page);
    next = page.left_out?.next?.arguments;
    equal(next?.cursor ?? null, page.next_cursor);
  }
  return pages;
}

const texts = fc.array(fc.nat(30_000), { maxLength: 60 });

describe('a list for models', () => {
  for (const name of Object.keys(routes)) {
    it(`gives each row once within the budget, and says what is left: ${name}`, async () => {
      await holds(
        fc.asyncProperty(texts, fc.integer({ min: 1, max: 100 }), async (lengths, limit) => {
          const all = lengths.map((length, id) => ({ id, text: 'ä'.repeat(length / 2) }));
          const pages = await pagesOf(readerOf(name, all), { limit });
          deepEqual(pages.flatMap(rowsOf), all);
          let given = 0;
          for (const page of pages) {
            ok(bytesOf(page) <= responseBytesMax);
            given += rowsOf(page).length;
            const { rows: left = 0 } = page.left_out ?? {};
            if (left !== null) equal(given + left, all.length);
          }
        }),
        100,
      );
    });
  }

  it('shortens a row that alone is longer than a response, and says so', async () => {
    const all = [1, 2, 3].map(id => ({ id, text: 'x'.repeat(responseBytesMax * id) }));
    for (const name of Object.keys(routes)) {
      const pages = await pagesOf(readerOf(name, all), { limit: 20 });
      deepEqual(
        pages.flatMap(rowsOf).map(({ id }) => id),
        [1, 2, 3],
      );
      for (const page of pages) {
        ok(bytesOf(page) <= responseBytesMax);
        deepEqual(page.left_out?.of_rows, { items: 0, texts: 1, places: {} });
      }
    }
  });

  it('stays in the range of its first page', async () => {
    const ends: unknown[] = [];
    const list = { field: 'rows', goesOn: {}, endsBy: 'to' } as const;
    const request = ({ to }: { readonly to?: string }) => ({ query: { to: to ?? 'now' } });
    const tool = { name: 'list_rows', request: request as (given: never) => RouteInput, list };
    const read = (given: Given) =>
      readList(tool, { given, asked: given }, async ({ query = {} }) => {
        ends.push(query.to);
        return { rows: [{ id: 1 }, { id: 2 }, { id: 3 }], to: 'the first instant' };
      }) as Promise<Page>;
    await pagesOf(read, { limit: 1 });
    deepEqual(ends, ['now', 'the first instant', 'the first instant']);
  });

  it('refuses a cursor that it did not give, or gave for other arguments', async () => {
    const read = readerOf('all', [
      { id: 0, text: '' },
      { id: 1, text: '' },
    ]);
    const { next_cursor: cursor } = await read({ limit: 1, service: 'checkout' });
    await rejects(read({ limit: 1, service: 'carts', cursor }), /cursor.*other arguments/u);
    await rejects(read({ limit: 1, cursor: 'abc' }), /expected the `next_cursor`/u);
    await rejects(read({ limit: 1, cursor: Buffer.from('{"seen":-1}').toString('base64url') }));
    // Pages may have other lengths.
    deepEqual(rowsOf(await read({ limit: 7, service: 'checkout', cursor })), [{ id: 1, text: '' }]);
  });

  it('leaves long arguments to the client', async () => {
    const read = readerOf('all', [
      { id: 0, text: '' },
      { id: 1, text: '' },
    ]);
    const page = await read({ limit: 1, service: 'x'.repeat(responseBytesMax) });
    deepEqual(Object.keys(page.left_out?.next?.arguments ?? {}), ['cursor']);
    ok(bytesOf(page) <= envelopeBytesMax);
  });
});

describe('a response for models', () => {
  it('has no more bytes than it may have, or says that it cannot', async () => {
    await holds(
      fc.property(
        fc.object({ maxDepth: 6, maxKeys: 60 }),
        fc.integer({ min: 200, max: 9_000 }),
        (value, bytesMax) => {
          const plain = JSON.parse(JSON.stringify(value)) as object;
          const short = shortened(plain, bytesMax);
          if (short === undefined) return;
          ok(bytesOf(short.value) <= bytesMax);
          if (short.lacking === undefined) deepEqual(short.value, plain);
          else ok(short.lacking.items + short.lacking.texts > 0);
        },
      ),
      500,
    );
  });

  it('counts what it leaves out, by place', () => {
    const transitions = Array.from({ length: 5_000 }, (_, index) => ({ at: index }));
    const value = { results: [{ transitions }, { transitions: transitions.slice(0, 4_000) }] };
    const short = shortened(value, 10_000);
    const { items = 0, places = {} } = short?.lacking ?? {};
    const given = short?.value.results.flatMap(result => result.transitions).length ?? 0;
    equal(given + items, 9_000);
    deepEqual(places, { 'results[].transitions': items });
  });

  it('keeps the beginning of a long text and says how long it is', () => {
    const short = shortened({ stack: 'x'.repeat(100_000) }, 20_000);
    match(String(short?.value.stack), /^x+… \(100000 characters\)$/u);
    equal(short?.lacking?.texts, 1);
  });
});
