import type { Handler } from '../../platform/http/handler.ts';
import { notFound } from '../../platform/http/problem.ts';
import { readUsage } from '../../platform/usage.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/run.ts';
import { subscriptions } from '../../projections/subscriptions.ts';
import { monthEndMs, monthOf } from '../../schemas/month.ts';
import { limits } from './config.ts';

export type SubscriptionDependencies = {
  readonly warehouse: OrganizationReads;
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
    const reader = { organization: organizationId };
    const options = { reader, signal, maxExecutionMs: limits.queryMs };
    const used = await readUsage([organizationId], month, warehouse, options);
    const { traces, bytes } = used.get(organizationId) ?? nothing;
    return {
      status: 200,
      body: {
        plan: row.plan,
        status: 'active',
        usage: {
          traces_used: traces,
          trace_limit: row.traceLimit,
          percentage: (100 * traces) / row.traceLimit,
          bytes_used: bytes,
          bytes_limit: row.bytesLimit,
        },
        current_period_end: new Date(monthEndMs(month)).toISOString(),
      },
    };
  };

const nothing = { traces: 0, bytes: 0 };
