import type { QueryOf } from '../../../../schemas/http/routes.ts';
import { type QueryContext, readRows } from '../../windows/window-metrics.ts';
import type { TraceRow } from '../trace-rows.ts';
import type { Fragments } from './newest-traces.ts';
import { afterCursor, orderOf, sortKeyOf } from './trace-cursor.ts';
import { fromTraces, type TraceFilters } from './trace-filters.ts';

export type PageRow = TraceRow & { readonly sort_key: string };

/** A page of the list: one trace more shows that another follows. */
export type TracePage = {
  readonly rows: readonly PageRow[];
  /** Of all pages. */
  readonly total: number;
};

/** The page in any order, of all traces in the range. */
export async function readPage(
  query: QueryOf<'listTraces'>,
  { organization, known }: Fragments,
  reading: QueryContext,
): Promise<TracePage> {
  const { limit, offset, cursor } = query;
  const found = fromTraces(query, known);
  const after = afterCursor(cursor, query);
  const rows = await readRows<PageRow & { readonly total: string }>(
    {
      sql: `SELECT * FROM (SELECT *, ${sortKeyOf(query)} AS sort_key, count() OVER () AS total ${found.sql})
            WHERE ${after.sql} ORDER BY ${orderOf(query)}
            LIMIT ${limit + 1} OFFSET {offset:UInt32}`,
      parameters: { organization, ...found.parameters, ...after.parameters, offset },
    },
    reading,
  );
  const [row] = rows;
  if (row !== undefined) return { rows, total: Number(row.total) };
  // A page past the end has no row to carry the total.
  const isFirst = offset === 0 && cursor === undefined;
  const total = isFirst ? 0 : await countTraces(query, { organization, known }, reading);
  return { rows, total };
}

/** How many traces pass every filter. */
export async function countTraces(
  query: TraceFilters,
  { organization, known }: Omit<Fragments, 'nowMs'>,
  reading: QueryContext,
): Promise<number> {
  const { sql, parameters } = fromTraces(query, known);
  const [row] = await readRows<{ readonly total: string }>(
    { sql: `SELECT count() AS total ${sql}`, parameters: { organization, ...parameters } },
    reading,
  );
  return Number(row?.total ?? 0);
}
