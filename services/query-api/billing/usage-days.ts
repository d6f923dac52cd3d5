import { type ParkedDay, readParkedDays } from '../../../projections/billing/parked.ts';
import { type Month, monthEndMs, monthStartMs } from '../../../schemas/billing/month.ts';
import type { UsageDay } from '../../../schemas/billing/usage-route.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';

type Kept = {
  readonly keptFromMs: number;
  /** What was parked earlier and does not count is over; undefined: the organization never parked anything. */
  readonly expiredBeforeMs: number | undefined;
};

/** What was received on each day of some months that follow each other, the latest first. */
export async function readUsageDays(
  organization: OrganizationId,
  months: readonly Month[],
  { keptFromMs, ...parking }: Kept,
  reading: QueryContext,
): Promise<UsageDay[]> {
  const fromMs = Math.max(keptFromMs, ...months.slice(-1).map(monthStartMs));
  const toMs = Math.max(fromMs, ...months.slice(0, 1).map(monthEndMs));
  const parameters = { organization, from: fromMs / 1000, to: toMs / 1000 };
  const rows = await readRows<DayRow>({ sql, parameters }, reading);
  const parked = await readParked({ organization, sinceMs: fromMs }, parking, reading);
  const received = new Map(rows.map(row => [row.day, dayOf(row)]));
  const kept = new Map(parked.filter(({ day }) => Date.parse(day) < toMs).map(of => [of.day, of]));
  return [...new Set([...received.keys(), ...kept.keys()])]
    .toSorted((left, right) => (left < right ? 1 : -1))
    .map(day => ({
      ...(received.get(day) ?? { ...nothingReceived, day }),
      parked: kept.get(day)?.parked ?? 0,
      parked_expired: kept.get(day)?.expired ?? 0,
    }));
}

async function readParked(
  asked: { readonly organization: OrganizationId; readonly sinceMs: number },
  { expiredBeforeMs }: Pick<Kept, 'expiredBeforeMs'>,
  { warehouse, signal }: QueryContext,
): Promise<readonly ParkedDay[]> {
  if (expiredBeforeMs === undefined) return [];
  const { organization } = asked;
  const options = { reader: { organization }, signal, maxExecutionMs: limits.queryMs };
  return readParkedDays({ ...asked, expiredBeforeMs }, warehouse, options);
}

const nothingReceived = {
  requests: 0,
  accepted_spans: 0,
  accepted_points: 0,
  rejected: 0,
  bytes: 0,
} as const;

/** Rows of samples stand for no request. */
const sql = `SELECT toString(toDate(received_at)) AS day, toString(countIf(topic != 'samples')) AS requests,
    toString(sum(requests.spans)) AS spans, toString(sum(requests.points)) AS points,
    toString(sum(requests.refused)) AS refused, toString(sum(requests.bytes)) AS bytes
  FROM requests
  WHERE organization = {organization:UUID} AND received_at >= toDateTime64({from:UInt32}, 3, 'UTC')
    AND received_at < toDateTime64({to:UInt32}, 3, 'UTC')
  GROUP BY day ORDER BY day DESC`;

type DayRow = Readonly<
  Record<'day' | 'requests' | 'spans' | 'points' | 'refused' | 'bytes', string>
>;

const dayOf = (row: DayRow): Omit<UsageDay, 'parked' | 'parked_expired'> => ({
  day: row.day,
  requests: Number(row.requests),
  accepted_spans: Number(row.spans),
  accepted_points: Number(row.points),
  rejected: Number(row.refused),
  bytes: Number(row.bytes),
});
