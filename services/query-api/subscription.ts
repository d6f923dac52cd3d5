import type { Handler } from '../../platform/http/handler.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/run.ts';
import { subscriptions } from '../../projections/subscriptions.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from './config.ts';

export type SubscriptionDependencies = {
  readonly warehouse: Warehouse;
  readonly projections: Pick<Projections, 'barrier' | 'get'>;
  readonly clock: () => number;
};

/** GET /v1/billing/subscription: the plan, and the month so far, exact as of the processor. */
export const subscription =
  ({ warehouse, projections, clock }: SubscriptionDependencies): Handler<'subscription'> =>
  async ({ key: { organizationId }, signal }) => {
    await projections.barrier(signal);
    const row = projections.get(subscriptions, organizationId);
    if (row === undefined) throw notFound('this organization has no subscription');
    const month = monthOf(clock());
    const used = await usageOf(organizationId, month, { warehouse, signal });
    return {
      status: 200,
      body: {
        plan: row.plan,
        status: 'active',
        usage: {
          traces_used: used.traces,
          trace_limit: row.traceLimit,
          percentage: (100 * used.traces) / row.traceLimit,
          bytes_used: used.bytes,
          bytes_limit: row.bytesLimit,
        },
        current_period_end: new Date(month.endMs).toISOString(),
      },
    };
  };

type Month = { readonly startMs: number; readonly endMs: number };

/** A period is a month in UTC, by receipt. */
function monthOf(atMs: number): Month {
  const at = new Date(atMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
}

async function usageOf(
  organization: OrganizationId,
  { startMs, endMs }: Month,
  { warehouse, signal }: { readonly warehouse: Warehouse; readonly signal: AbortSignal },
): Promise<{ readonly traces: number; readonly bytes: number }> {
  const [row] = await warehouse.query<{ traces: string; bytes: string }>(
    `SELECT
       (SELECT toString(uniqExact(trace_id)) FROM usage
        WHERE organization = {organization:UUID}
          AND month = toDate(toDateTime({from:UInt32}, 'UTC'))) AS traces,
       (SELECT toString(sum(bytes)) FROM requests
        WHERE organization = {organization:UUID}
          AND received_at >= toDateTime64({from:UInt32}, 3, 'UTC')
          AND received_at < toDateTime64({to:UInt32}, 3, 'UTC')) AS bytes`,
    { organization, from: startMs / 1000, to: endMs / 1000 },
    { signal, maxExecutionMs: limits.queryMs },
  );
  return { traces: Number(row?.traces ?? 0), bytes: Number(row?.bytes ?? 0) };
}
