import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { hourStart, quantileNanos, windowSeconds, windowStart } from '../../schemas/window.ts';
import { limits } from './config.ts';

/** Requests of one service within a span of time: counts, and the merged histogram of durations. */
export type Histogram = {
  readonly n: number;
  readonly errors: number;
  /** Ascending buckets with their counts. */
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
};

export type TimeRange = { readonly fromSeconds: number; readonly toSeconds: number };

const windowLengths = { '5m': 300, '15m': 900, '1h': 3_600, '6h': 21_600, '24h': 86_400 } as const;

export type MetricsWindow = keyof typeof windowLengths;

const hoursFrom = windowLengths['6h'];

/** The whole tens of seconds of the window before now, and the ten seconds that are still open. */
export function rangeOf(window: MetricsWindow, nowMs: number): TimeRange {
  const now = windowStart(Math.floor(nowMs / 1000));
  return { fromSeconds: now - windowLengths[window], toSeconds: now + windowSeconds };
}

/** p50, p95, p99 … in milliseconds: nearest rank, at most 0.78 % off by the width of a bucket. Empty: 0. */
export const quantileMs = ({ buckets, counts }: Histogram, q: number): number =>
  (quantileNanos(buckets, counts, q) ?? 0) / 1e6;

/** In percent of `n`; 0 when there is nothing. */
export const percentOf = (part: number, n: number): number => (n === 0 ? 0 : (100 * part) / n);

/**
 * The requests of a service that ended in the range. Long ranges read whole hours from the hourly
 * table and only the two ends from the fine one: the same sums, fewer rows.
 */
export async function readHistogram(
  organization: OrganizationId,
  service: string,
  range: TimeRange,
  { warehouse, signal }: { readonly warehouse: Warehouse; readonly signal: AbortSignal },
): Promise<Histogram> {
  const rows = await warehouse.query<{
    requests: string;
    failures: string;
    buckets: number[];
    counts: string[];
  }>(
    `SELECT toString(sum(n)) AS requests, toString(sum(errors)) AS failures,
            mapKeys(sumMap(hist) AS merged) AS buckets,
            arrayMap(x -> toString(x), mapValues(merged)) AS counts
     FROM (${sources(range).map(selectWindows).join(' UNION ALL ')})`,
    { organization, service, ...parameters(sources(range)) },
    { signal, maxExecutionMs: limits.queryMs },
  );
  const [row] = rows;
  return {
    n: Number(row?.requests ?? 0),
    errors: Number(row?.failures ?? 0),
    buckets: row?.buckets ?? [],
    counts: (row?.counts ?? []).map(Number),
  };
}

type Source = { readonly table: 'windows' | 'windows_1h' } & TimeRange;

function sources({ fromSeconds, toSeconds }: TimeRange): Source[] {
  const fine = { table: 'windows', fromSeconds, toSeconds } as const;
  if (toSeconds - fromSeconds < hoursFrom) return [fine];
  const firstHour = hourStart(fromSeconds + 3_599);
  const lastHour = hourStart(toSeconds);
  const parts: Source[] = [
    { table: 'windows', fromSeconds, toSeconds: firstHour },
    { table: 'windows_1h', fromSeconds: firstHour, toSeconds: lastHour },
    { table: 'windows', fromSeconds: lastHour, toSeconds },
  ];
  return parts.filter(part => part.fromSeconds < part.toSeconds);
}

const selectWindows = ({ table }: Source, index: number): string =>
  `SELECT n, errors, hist FROM ${table}
   WHERE organization = {organization:UUID} AND service = {service:String} AND entry
     AND time >= toDateTime({from${index}:UInt32}, 'UTC') AND time < toDateTime({to${index}:UInt32}, 'UTC')`;

const parameters = (list: readonly Source[]): Record<string, number> =>
  Object.fromEntries(
    list.flatMap(({ fromSeconds, toSeconds }, index) => [
      [`from${index}`, fromSeconds],
      [`to${index}`, toSeconds],
    ]),
  );
