import { type Month, monthEndMs, monthStartMs } from '../../../schemas/billing/month.ts';
import type { UsageDay } from '../../../schemas/billing/usage-route.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';

/** What was received on each day of some months that follow each other, the latest first, from one statement. */
export async function readUsageDays(
  organization: OrganizationId,
  months: readonly Month[],
  keptFromMs: number,
  reading: QueryContext,
): Promise<UsageDay[]> {
  const fromMs = Math.max(keptFromMs, ...months.slice(-1).map(monthStartMs));
  const toMs = Math.max(fromMs, ...months.slice(0, 1).map(monthEndMs));
  const parameters = { organization, from: fromMs / 1000, to: toMs / 1000 };
  return (await readRows<DayRow>({ sql, parameters }, reading)).map(dayOf);
}

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

const dayOf = (row: DayRow): UsageDay => ({
  day: row.day,
  requests: Number(row.requests),
  accepted_spans: Number(row.spans),
  accepted_points: Number(row.points),
  rejected: Number(row.refused),
  bytes: Number(row.bytes),
});
