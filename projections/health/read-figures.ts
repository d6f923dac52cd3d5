import type { CheckFigures } from '../../domain/health/check-figures.ts';
import { inTimeFromMs, uptimeMs } from '../../domain/health/maintenance.ts';
import type { KeptWindow } from '../../schemas/health/check.ts';
import type { HealthCheckId } from '../../schemas/health/ids.ts';
import type { OrganizationId } from '../../schemas/ids.ts';

export type FiguresQuery = {
  readonly organizationId: OrganizationId;
  readonly checks: readonly {
    readonly checkId: HealthCheckId;
    readonly windows: readonly KeptWindow[];
    /** When its schedule began. */
    readonly scheduledFromMs: number;
  }[];
  /** End of the 30 days. */
  readonly toMs: number;
  /** Only what the warehouse had before; everything when absent. */
  readonly knownBeforeMs?: number | undefined;
};

type Read = <Row>(statement: {
  readonly sql: string;
  readonly parameters: { readonly organization: OrganizationId } & Readonly<
    Record<string, unknown>
  >;
}) => Promise<Row[]>;

const countedMax = 1_000;

/** One statement for any number of checks of an organization. A check without samples is missing in the result. */
export async function readCheckFigures(
  query: FiguresQuery,
  read: Read,
): Promise<ReadonlyMap<HealthCheckId, CheckFigures>> {
  if (query.checks.length === 0) return new Map();
  const rows = await read<FiguresRow>({ sql: statement(query), parameters: parametersOf(query) });
  return new Map(rows.map(row => [row.subject, figuresOf(row)]));
}

const statement = ({ knownBeforeMs }: FiguresQuery): string => `
  SELECT toString(subject) AS subject,
    toString(countIf(is_passed AND NOT is_maintenance)) AS passed,
    toString(countIf(NOT is_passed AND NOT is_maintenance)) AS failed,
    sumIf(duration, NOT is_passed AND kind != 'check' AND NOT is_maintenance) AS down_ms,
    toString(countIf(is_passed AND NOT was_maintenance)) AS passed_in_time,
    toString(countIf(NOT is_passed AND NOT was_maintenance)) AS failed_in_time,
    sumIf(duration, NOT is_passed AND kind != 'check' AND NOT was_maintenance) AS down_ms_in_time,
    toString(min(at_ms)) AS first_at_ms, toString(max(at_ms)) AS last_at_ms,
    toString(argMax(outcome, (at_ms, offset))) AS last_outcome, argMax(error, (at_ms, offset)) AS last_error,
    ${inARow('is_failed', 'max_passed')} AS failures,
    ${inARow('is_failed AND is_now', 'max_passed')} AS failures_now,
    ${inARow('is_passed AND is_now', 'max_failed')} AS successes_now,
    maxIf(at_ms, is_passed) AS max_passed, maxIf(at_ms, is_failed) AS max_failed, toString(max(offset)) AS last_offset
  FROM (
    SELECT samples.subject AS subject, toUnixTimestamp64Milli(time) AS at_ms, toString(outcome) AS outcome,
      outcome != 'failed' AS is_passed, kind, duration, error, offset,
      ${isInWindow('windowsFrom')} AS is_maintenance, ${isInWindow('windowsInTimeFrom')} AS was_maintenance,
      NOT is_passed AND NOT is_maintenance AS is_failed,
      at_ms >= {scheduledFrom:Array(Int64)}[indexOf({subjects:Array(UUID)}, samples.subject)] AS is_now
    FROM samples
    WHERE organization = {organization:UUID} AND samples.subject IN {subjects:Array(UUID)}
      AND time > fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})
      AND kind IN ('check', 'heartbeat', 'missed') AND outcome != 'skipped'
      ${knownBeforeMs === undefined ? '' : "AND known < toDateTime({knownBefore:UInt32}, 'UTC')"}
  )
  GROUP BY subject`;

const isInWindow = (from: string): string => `
      arrayExists((of, from, to) -> of = samples.subject AND from <= toUnixTimestamp64Milli(time) AND toUnixTimestamp64Milli(time) < to,
        {windowsOf:Array(UUID)}, {${from}:Array(Int64)}, {windowsTo:Array(Int64)})`;

/** Samples since the last one of the other kind. */
const inARow = (counted: string, last: string): string =>
  `length(arrayFilter(negative -> -negative > ${last}, groupArraySortedIf(${countedMax})(-at_ms, ${counted})))`;

function parametersOf({ organizationId, checks, toMs, knownBeforeMs }: FiguresQuery) {
  const windows = checks.flatMap(({ checkId, windows: own }) =>
    own.map(window => ({ checkId, ...window })),
  );
  return {
    organization: organizationId,
    subjects: checks.map(({ checkId }) => checkId),
    scheduledFrom: checks.map(({ scheduledFromMs }) => scheduledFromMs),
    from: toMs - uptimeMs,
    to: toMs,
    windowsOf: windows.map(({ checkId }) => checkId),
    windowsFrom: windows.map(({ fromMs }) => fromMs),
    windowsInTimeFrom: windows.map(inTimeFromMs),
    windowsTo: windows.map(window => window.toMs),
    ...(knownBeforeMs !== undefined && { knownBefore: Math.floor(knownBeforeMs / 1000) }),
  };
}

type FiguresRow = {
  readonly subject: HealthCheckId;
  readonly passed: string;
  readonly failed: string;
  readonly down_ms: number;
  readonly passed_in_time: string;
  readonly failed_in_time: string;
  readonly down_ms_in_time: number;
  readonly first_at_ms: string;
  readonly last_at_ms: string;
  readonly last_outcome: string;
  readonly last_error: string;
  readonly failures: number | string;
  readonly failures_now: number | string;
  readonly successes_now: number | string;
  readonly last_offset: string;
};

const figuresOf = (row: FiguresRow): CheckFigures => ({
  passed: Number(row.passed),
  failed: Number(row.failed),
  downMs: row.down_ms,
  inTime: {
    passed: Number(row.passed_in_time),
    failed: Number(row.failed_in_time),
    downMs: row.down_ms_in_time,
  },
  firstAtMs: Number(row.first_at_ms),
  last: { atMs: Number(row.last_at_ms), outcome: row.last_outcome, error: row.last_error },
  failuresInARow: Number(row.failures),
  failuresNow: Number(row.failures_now),
  successesNow: Number(row.successes_now),
  offset: Number(row.last_offset),
});
