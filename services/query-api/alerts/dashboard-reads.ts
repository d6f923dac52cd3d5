import type { OrganizationId } from '../../../schemas/ids.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import { emptyHistogram, type Histogram } from '../windows/histogram.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type HistogramRow, histogramOf, type TimeRange } from '../windows/window-rows.ts';
import { alertReadLimits } from './config.ts';

/** Figures of all services of an organization within a time. */
export type OverallQuery = {
  readonly organization: OrganizationId;
  readonly range: TimeRange;
  /** In seconds, a whole minute: only what was learned before it counts. */
  readonly knownBeforeSeconds?: number | undefined;
};

/** The requests of all services together. */
export async function readOverall(query: OverallQuery, reading: QueryContext): Promise<Histogram> {
  const [row] = await readRows<HistogramRow>(
    { sql: `SELECT ${requests} FROM windows ${where(query)}`, parameters: parametersOf(query) },
    reading,
    { resultBytesMax: limits.histogramsBytesMax },
  );
  return row === undefined ? emptyHistogram : histogramOf(row);
}

/** The same by the start of steps, in seconds; a step in which nothing happened is absent. */
export async function readSteps(
  query: OverallQuery,
  stepSeconds: number,
  reading: QueryContext,
): Promise<ReadonlyMap<number, Histogram>> {
  const rows = await readRows<HistogramRow & { readonly name: number }>(
    {
      sql: `SELECT toUInt32(intDiv(toUnixTimestamp(time), {step:UInt32}) * {step:UInt32}) AS name,
              ${requests} FROM windows ${where(query)} GROUP BY name`,
      parameters: { ...parametersOf(query), step: stepSeconds },
    },
    reading,
    { resultBytesMax: limits.histogramsBytesMax },
  );
  const histograms = await mapInTurns(rows, row => [row.name, histogramOf(row)] as const);
  return new Map(histograms);
}

export type HotspotRow = {
  readonly service: string;
  readonly operation: string;
  readonly total: string;
  readonly failures: string;
};

/** Operations in which most spans failed. */
export const readHotspots = (query: OverallQuery, reading: QueryContext): Promise<HotspotRow[]> =>
  readRows<HotspotRow>(
    {
      sql: `SELECT service, operation, toString(sum(n)) AS total, toString(sum(errors)) AS failures
            FROM windows ${where(query)} GROUP BY service, operation HAVING sum(errors) > 0
            ORDER BY sum(errors) DESC, service, operation LIMIT {limit:UInt32}`,
      parameters: { ...parametersOf(query), limit: alertReadLimits.hotspotsMax },
    },
    reading,
  );

/** Traces whose root ended in the time. The root of a trace is in one fragment of it. */
export async function countTraces(query: OverallQuery, reading: QueryContext): Promise<number> {
  const [row] = await readRows<{ readonly total: string }>(
    {
      sql: `SELECT toString(count()) AS total FROM traces
            WHERE organization = {organization:UUID} AND root_service != ''
              AND hour >= toStartOfHour(toDateTime({from:UInt32}, 'UTC'))
              AND last_end >= toDateTime64({from:UInt32}, 9, 'UTC')
              AND last_end < toDateTime64({to:UInt32}, 9, 'UTC')${knownOf(query)}`,
      parameters: parametersOf(query),
    },
    reading,
  );
  return Number(row?.total ?? 0);
}

const requests = 'sumIf(errors, entry) AS failures, sumMapIf(hist, entry) AS histogram';

const where = (query: OverallQuery): string =>
  `WHERE organization = {organization:UUID} AND time >= toDateTime({from:UInt32}, 'UTC')
     AND time < toDateTime({to:UInt32}, 'UTC')${knownOf(query)}`;

const knownOf = ({ knownBeforeSeconds }: OverallQuery): string =>
  knownBeforeSeconds === undefined ? '' : " AND known < toDateTime({known:UInt32}, 'UTC')";

const parametersOf = ({ organization, range, knownBeforeSeconds: known }: OverallQuery) => ({
  organization,
  from: range.fromSeconds,
  to: range.toSeconds,
  ...(known !== undefined && { known }),
});
