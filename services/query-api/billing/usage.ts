import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { changedBytes, changedBytesKey } from '../../../projections/billing/changed-bytes.ts';
import {
  type ClosedPeriodRow,
  closedPeriodKey,
  closedPeriods,
} from '../../../projections/billing/closed-periods.ts';
import { readMonthlyUsage, withChanges } from '../../../projections/billing/monthly-usage.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import { type Month, monthAfter, monthOf, monthStartMs } from '../../../schemas/billing/month.ts';
import { parkedMs } from '../../../schemas/billing/parking.ts';
import type { Usage } from '../../../schemas/billing/quota.ts';
import type { UsageMonth } from '../../../schemas/billing/usage-route.ts';
import { nextDayMs } from '../../../schemas/day.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import type { QueryShared } from '../shared.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import { readUsageDays } from './usage-days.ts';

type Reads = Pick<QueryShared, 'warehouse' | 'projections' | 'clock' | 'configuration'>;

/** GET /v1/billing/usage: the months of a subscription, that which is running first. */
export const billingUsage =
  ({
    warehouse,
    projections,
    clock,
    configuration: { retention },
  }: Reads): Handler<'billingUsage'> =>
  async ({ key: { organizationId }, query, signal }) => {
    const state = await projections.state({ signal });
    const subscription = state.get(subscriptions, organizationId);
    if (subscription === undefined) throw notFound('this organization has no subscription');
    const nowMs = clock();
    const keptFromMs = nextDayMs(nowMs - Math.min(retention.hoursMs, retention.receiptsMs));
    const asked = monthsOf(monthOf(subscription.startedAtMs), monthOf(nowMs), query.months);
    const reading = { warehouse, signal };
    const expiredBeforeMs =
      subscription.overQuota === undefined ? undefined : nowMs - parkedMs(retention);
    const kept = { keptFromMs, expiredBeforeMs };
    const days = await readUsageDays(organizationId, asked, kept, reading);
    const months: UsageMonth[] = [];
    for (const month of asked) {
      const closed = state.get(closedPeriods, closedPeriodKey(organizationId, month));
      const { bytes: changes = 0 } =
        state.get(changedBytes, changedBytesKey(organizationId, month)) ?? {};
      const isCounted =
        monthStartMs(month) >= keptFromMs && (closed === undefined || query.recount);
      const counted = isCounted
        ? await countOf(organizationId, month, changes, reading)
        : undefined;
      const figures = figuresOf(closed, counted, month === monthOf(nowMs));
      months.push({
        month,
        ...figures,
        changes_bytes: changes,
        days: days.filter(({ day }) => day.startsWith(month)),
      });
    }
    return { status: 200, body: { months, kept_from: new Date(keptFromMs).toISOString() } };
  };

/** The latest first. */
function monthsOf(first: Month, last: Month, max: number): Month[] {
  const months: Month[] = [];
  for (let month = last; month >= first && months.length < max; month = monthAfter(month, -1))
    months.push(month);
  return months;
}

async function countOf(
  organization: OrganizationId,
  month: Month,
  changes: number,
  { warehouse, signal }: QueryContext,
): Promise<Usage> {
  const options = { reader: { organization }, signal, maxExecutionMs: limits.queryMs };
  const used = await readMonthlyUsage([organization], month, warehouse, options);
  const stored = used.get(organization);
  if (stored === undefined) throw new Error('expected the usage of the organization');
  return withChanges(stored, changes);
}

/** What was recorded counts; a month that was not closed yet has what a count gives. */
function figuresOf(
  closed: ClosedPeriodRow | undefined,
  counted: Usage | undefined,
  isOpen: boolean,
): Pick<UsageMonth, 'status' | 'traces' | 'bytes' | 'closed_at' | 'recount'> {
  if (closed === undefined) {
    const { traces = null, bytes = null } = counted ?? {};
    return { status: isOpen ? 'open' : 'ending', traces, bytes, closed_at: null, recount: null };
  }
  const { traces, bytes, closedAtMs } = closed;
  const recount = counted && {
    traces: counted.traces,
    bytes: counted.bytes,
    equal: counted.traces === traces && counted.bytes === bytes,
  };
  const closedAt = new Date(closedAtMs).toISOString();
  return { status: 'closed', traces, bytes, closed_at: closedAt, recount: recount ?? null };
}
