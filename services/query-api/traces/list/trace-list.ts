import type { Handler } from '../../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { knownSql } from '../../windows/known-condition.ts';
import { type QueryContext, readRows } from '../../windows/window-metrics.ts';
import type { TraceRow } from '../trace-rows.ts';
import { summaryOf } from '../trace-summaries.ts';
import type { TraceTimes } from '../trace-times.ts';
import { afterCursor, cursorAfter, orderOf, sortKeyOf } from './trace-cursor.ts';
import { fromTraces, type TraceFilters } from './trace-filters.ts';
import { newestStartMs } from './trace-range.ts';

type CountedRow = TraceRow & { readonly total: string; readonly sort_key: string };

/**
 * GET /v1/traces: the traces that pass every filter, a page of them. Without a time range these are
 * traces of the 24 hours up to the organization's newest one.
 */
export const listTraces =
  ({
    warehouse,
    traceTimes,
  }: {
    readonly warehouse: OrganizationReads;
    readonly traceTimes: TraceTimes;
  }): Handler<'listTraces'> =>
  async ({ key: { organizationId: organization }, query: asked, signal }) => {
    const reading = { warehouse, signal };
    const known = knownSql(asked.as_of);
    const query = await withRange(asked, { organization, known }, reading);
    const { limit, offset, cursor } = query;
    const found = fromTraces(query, known);
    const after = afterCursor(cursor, query);
    const parameters = { organization, ...found.parameters, ...after.parameters };
    // One more than the page shows whether another follows.
    const rows = await readRows<CountedRow>(
      {
        sql: `SELECT * FROM (SELECT *, ${sortKeyOf(query)} AS sort_key, count() OVER () AS total ${found.sql})
              WHERE ${after.sql} ORDER BY ${orderOf(query)}
              LIMIT ${limit + 1} OFFSET {offset:UInt32}`,
        parameters: { ...parameters, offset },
      },
      reading,
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    traceTimes.remember(organization, page);
    const isFirst = offset === 0 && cursor === undefined;
    const total = rows.length > 0 || isFirst ? rows[0]?.total : await countTraces();
    return {
      status: 200,
      body: {
        traces: page.map(summaryOf),
        total_count: Number(total ?? 0),
        limit,
        offset,
        next_cursor: last && rows.length > limit ? cursorAfter(last, query) : null,
      },
    };

    // A page past the end has no row to carry the total.
    async function countTraces(): Promise<string | undefined> {
      const [counted] = await readRows<{ total: string }>(
        { sql: `SELECT count() AS total ${found.sql}`, parameters },
        reading,
      );
      return counted?.total;
    }
  };

const rangeMsDefault = dayMs;

/** The filters with the time that they have when the client names none. */
export async function withRange<Filters extends TraceFilters>(
  query: Filters,
  fragments: { readonly organization: OrganizationId; readonly known: string },
  reading: QueryContext,
): Promise<Filters> {
  if (query.start_time_from !== undefined || query.start_time_to !== undefined) return query;
  const newestMs = await newestStartMs(fragments, reading);
  return newestMs === undefined ? query : { ...query, start_time_from: newestMs - rangeMsDefault };
}
