import type { Counted } from '../../../domain/health/check-figures.ts';
import { inTimeFromMs, windowKeptMs, windowsInTime } from '../../../domain/health/maintenance.ts';
import { uptimePercentage } from '../../../domain/health/uptime.ts';
import type { HealthCheckRow } from '../../../projections/health/health-checks.ts';
import { dayOf, nextDayMs } from '../../../schemas/day.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { KeptWindow } from '../../../schemas/health/check.ts';
import type { UptimeDayBody } from '../../../schemas/health/parts.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';

type Asked = {
  readonly check: Pick<HealthCheckRow, 'organizationId' | 'checkId' | 'check' | 'windows'>;
  readonly days: number;
  /** The first day of which everything is kept. */
  readonly keptFromMs: number;
  /** End of the last day. */
  readonly toMs: number;
  /** Only what the warehouse had before; everything when absent. */
  readonly knownBeforeMs: number | undefined;
};

/** The first day of which neither a result nor a maintenance window is forgotten. */
export const wholeDaysFromMs = (nowMs: number, resultsKeptMs: number): number =>
  nextDayMs(nowMs - Math.min(resultsKeptMs, windowKeptMs));

/** The days up to an instant, that of the instant last. Whatever their number, one statement reads the days of which results are kept. */
export async function readUptimeDays(
  asked: Asked,
  reading: QueryContext,
): Promise<UptimeDayBody[]> {
  const { days, toMs } = asked;
  const read = { sql: statement(asked), parameters: parametersOf(asked) };
  const rows = await readRows<DayRow>(read, reading);
  const firstAtMs = Math.min(...rows.map(row => Number(row.first_at_ms)));
  const found = new Map(rows.map(row => [Number(row.day), row]));
  const last = Math.floor((toMs - 1) / dayMs);
  return Array.from({ length: days }, (_, index) => last - days + 1 + index).map(day =>
    uptimeDay(day, found.get(day), { ...asked, firstAtMs }),
  );
}

function uptimeDay(
  day: number,
  row: DayRow | undefined,
  { check: { check, windows }, toMs, firstAtMs }: Asked & { readonly firstAtMs: number },
): UptimeDayBody {
  const isPush = check.request === undefined;
  const endMs = Math.min((day + 1) * dayMs, toMs);
  const time = { isPush, toMs: endMs, spanMs: endMs - day * dayMs };
  const uptime = (figures: Counted, without: readonly KeptWindow[]): number | null =>
    figures.passed + figures.failed === 0
      ? null
      : uptimePercentage({ ...time, figures: { ...figures, firstAtMs }, windows: without });
  const counted = {
    passed: Number(row?.passed ?? 0),
    failed: Number(row?.failed ?? 0),
    downMs: row?.down_ms ?? 0,
  };
  const inTime = {
    passed: Number(row?.passed_in_time ?? 0),
    failed: Number(row?.failed_in_time ?? 0),
    downMs: row?.down_ms_in_time ?? 0,
  };
  return {
    day: dayOf(day * dayMs),
    uptime_percentage: uptime(counted, windows),
    uptime_percentage_original: uptime(inTime, windowsInTime(windows)),
    passed: counted.passed,
    failed: counted.failed,
    down_seconds: isPush ? counted.downMs / 1_000 : null,
    outages: Number(row?.outages ?? 0),
  };
}

const statement = ({ knownBeforeMs }: Pick<Asked, 'knownBeforeMs'>): string => `
  SELECT toString(intDiv(at_ms, ${dayMs})) AS day, toString(min(at_ms)) AS first_at_ms,
    toString(countIf(NOT is_failed AND NOT is_maintenance)) AS passed,
    toString(countIf(is_failed AND NOT is_maintenance)) AS failed,
    sumIf(duration, is_failed AND kind != 'check' AND NOT is_maintenance) AS down_ms,
    toString(countIf(NOT is_failed AND NOT was_maintenance)) AS passed_in_time,
    toString(countIf(is_failed AND NOT was_maintenance)) AS failed_in_time,
    sumIf(duration, is_failed AND kind != 'check' AND NOT was_maintenance) AS down_ms_in_time,
    toString(countIf(is_failed AND NOT was_failed AND NOT is_maintenance)) AS outages
  FROM (
    SELECT at_ms, kind, duration, is_failed, is_maintenance, was_maintenance, lagInFrame(is_failed, 1, 0) OVER (PARTITION BY is_maintenance
      ORDER BY at_ms, offset ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS was_failed
    FROM (
      SELECT toUnixTimestamp64Milli(time) AS at_ms, kind, duration, offset, outcome = 'failed' AS is_failed,
        ${isInWindow('windowsFrom')} AS is_maintenance, ${isInWindow('windowsInTimeFrom')} AS was_maintenance
      FROM samples
      WHERE organization = {organization:UUID} AND subject = {subject:UUID}
        AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
        AND kind IN ('check', 'heartbeat', 'missed') AND outcome != 'skipped'
        ${knownBeforeMs === undefined ? '' : "AND known < toDateTime({knownBefore:UInt32}, 'UTC')"}
    )
  )
  GROUP BY day`;

const isInWindow = (from: string): string =>
  `arrayExists((from, to) -> from <= at_ms AND at_ms < to, {${from}:Array(Int64)}, {windowsTo:Array(Int64)})`;

const parametersOf = ({ check, keptFromMs, toMs, knownBeforeMs }: Asked) => ({
  organization: check.organizationId,
  subject: check.checkId,
  from: keptFromMs,
  to: toMs,
  windowsFrom: check.windows.map(({ fromMs }) => fromMs),
  windowsInTimeFrom: check.windows.map(inTimeFromMs),
  windowsTo: check.windows.map(window => window.toMs),
  ...(knownBeforeMs !== undefined && { knownBefore: Math.floor(knownBeforeMs / 1000) }),
});

type DayRow = {
  /** Since 1970. */
  readonly day: string;
  readonly first_at_ms: string;
  readonly passed: string;
  readonly failed: string;
  readonly down_ms: number;
  readonly passed_in_time: string;
  readonly failed_in_time: string;
  readonly down_ms_in_time: number;
  readonly outages: string;
};
