import type { Handler } from '../../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import type { QueryOf } from '../../../../schemas/http/routes.ts';
import { knownSql } from '../../windows/known-condition.ts';
import type { QueryContext } from '../../windows/window-metrics.ts';
import { summaryOf } from '../trace-summaries.ts';
import type { TraceTimes } from '../trace-times.ts';
import { isNewestFirst, readNewestPage } from './newest-page.ts';
import type { Fragments } from './newest-traces.ts';
import { cursorAfter } from './trace-cursor.ts';
import { readPage, type TracePage } from './trace-page.ts';
import { withRange } from './trace-range.ts';

type Query = QueryOf<'listTraces'>;

/**
 * GET /v1/traces: the traces that pass every filter, a page of them. Without a time range these are
 * traces of the 24 hours up to the organization's newest one.
 */
export const listTraces =
  ({
    warehouse,
    clock,
    traceTimes,
  }: {
    readonly warehouse: OrganizationReads;
    readonly clock: () => number;
    readonly traceTimes: TraceTimes;
  }): Handler<'listTraces'> =>
  async ({ key: { organizationId: organization }, query, signal }) => {
    const known = knownSql(query.as_of);
    const fragments = { organization, known, nowMs: query.as_of ?? clock() };
    const { rows, total } = await readList(query, fragments, { warehouse, signal });
    const { limit, offset } = query;
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    traceTimes.remember(organization, page);
    return {
      status: 200,
      body: {
        traces: page.map(summaryOf),
        total_count: total,
        limit,
        offset,
        next_cursor: last && rows.length > limit ? cursorAfter(last, query) : null,
      },
    };
  };

async function readList(
  query: Query,
  fragments: Fragments,
  reading: QueryContext,
): Promise<TracePage> {
  if (!isNewestFirst(query))
    return readPage(await withRange(query, fragments, reading), fragments, reading);
  const { page, ranged } = await readNewestPage(query, fragments, reading);
  return page ?? (await readPage(ranged, fragments, reading));
}
