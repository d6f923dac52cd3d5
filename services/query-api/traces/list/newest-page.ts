import type { QueryOf } from '../../../../schemas/http/routes.ts';
import { unlessTooMuch } from '../../bounds/too-much.ts';
import { limits } from '../../config.ts';
import { type QueryContext, readRows } from '../../windows/window-metrics.ts';
import { type Fragments, readNewest } from './newest-traces.ts';
import { asksOfSpans } from './span-conditions.ts';
import { afterCursor, firstOfCursor, orderOf } from './trace-cursor.ts';
import { selectAmong } from './trace-filters.ts';
import { countTraces, type PageRow, type TracePage } from './trace-page.ts';
import { hasRange, withRange } from './trace-range.ts';

type Query = QueryOf<'listTraces'>;

/** Some of the newest traces. */
type Found = {
  /** Those of the page that pass every filter, in its order. */
  readonly rows: readonly PageRow[];
  /** From when on none of them is missing. */
  readonly sinceMs: number;
  /** When the newest trace of all began, where that is known. */
  readonly newestMs: number | undefined;
};

/**
 * Whether the first traces of the order are the newest ones, and their fragments say all that is asked. With a range, one
 * statement over it costs less than to count and to read, up to some tens of thousands of traces (`test/bench/README.md`).
 */
export const isNewestFirst = (query: Query): boolean =>
  query.sort_by === 'start_time' &&
  query.sort_order === 'desc' &&
  query.id === undefined &&
  !hasRange(query) &&
  !asksOfSpans(query) &&
  query.offset + query.limit < limits.newestTracesMax;

/**
 * The page out of the newest traces alone, which mostly hold it; undefined where they may not. Only the total is counted
 * over the whole range, of which few columns are read. The same as `readPage` finds.
 */
export async function readNewestPage(
  query: Query,
  fragments: Fragments,
  reading: QueryContext,
): Promise<{ readonly ranged: Query; readonly page: TracePage | undefined }> {
  const finding = findNewest(query, fragments, reading);
  const ranging =
    query.cursor === undefined
      ? finding.then(found => withRange(query, fragments, reading, found?.newestMs))
      : withRange(query, fragments, reading);
  const counting = ranging.then(ranged => countTraces(ranged, fragments, reading));
  const [found, ranged, counted] = await Promise.all([finding, ranging, counting]);
  if (found === undefined || !holdsPage(found, ranged, counted)) return { ranged, page: undefined };
  const { rows } = found;
  // More may have come since they were counted.
  const total = rows.length === 0 ? counted : Math.max(counted, query.offset + rows.length);
  return { ranged, page: { rows, total } };
}

/** What is older cannot be on the page: it is full, or nothing else is there. */
const holdsPage = (
  { rows, sinceMs }: Found,
  { start_time_from: fromMs = 0, offset, limit }: Query,
  counted: number,
): boolean => sinceMs >= fromMs && (rows.length > limit || offset + rows.length === counted);

async function findNewest(
  query: Query,
  fragments: Fragments,
  reading: QueryContext,
): Promise<Found | undefined> {
  const { cursor, offset, limit } = query;
  const fragmentsMax = Math.max(
    limits.newestFragmentsMin,
    (offset + limit + 1) * limits.newestFragmentsTimes,
  );
  const beforeNanos = cursor === undefined ? undefined : firstOfCursor(cursor, query) + 1n;
  const { ids, sinceMs } = await readNewest(fragments, fragmentsMax, reading, beforeNanos);
  if (ids.length === 0) return undefined;
  const among = { ...query, start_time_from: sinceMs };
  const read = await unlessTooMuch(readAmong(ids, among, fragments, reading));
  if (read === undefined) return undefined;
  const newestMs = read[0] && Number(BigInt(read[0].newest) / 1_000_000n);
  const isOfAll = cursor === undefined && newestMs !== undefined && newestMs >= sinceMs;
  const rows = read.filter(({ passes }) => passes === 1);
  return { rows, sinceMs, newestMs: isOfAll ? newestMs : undefined };
}

/** Those that pass come first; one at least comes, which has when the newest of them began. */
function readAmong(
  ids: readonly string[],
  query: Query,
  { organization, known }: Fragments,
  reading: QueryContext,
): Promise<(PageRow & { readonly passes: number; readonly newest: string })[]> {
  const { limit, offset } = query;
  const among = selectAmong(ids, query, known);
  const after = afterCursor(query.cursor, query);
  return readRows(
    {
      sql: `SELECT *, if(passes_filters AND ${after.sql}, 1, 0) AS passes FROM (
              SELECT *, first AS sort_key, max(first) OVER () AS newest FROM (${among.sql}))
            ORDER BY passes DESC, ${orderOf(query)} LIMIT ${limit + 1} OFFSET {offset:UInt32}`,
      parameters: { organization, ...among.parameters, ...after.parameters, offset },
    },
    reading,
  );
}
