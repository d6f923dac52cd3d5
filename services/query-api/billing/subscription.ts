import { HistoryForgotten } from '../../../platform/errors.ts';
import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import { changedBytes, changedBytesKey } from '../../../projections/billing/changed-bytes.ts';
import {
  readMonthlyUsage,
  readUsageUntil,
  type UsageByKind,
  withChanges,
} from '../../../projections/billing/monthly-usage.ts';
import { readWaiting, type Waiting } from '../../../projections/billing/parked.ts';
import { paymentBodyOf } from '../../../projections/billing/payment-body.ts';
import { payments } from '../../../projections/billing/payments.ts';
import { type SubscriptionRow, subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { monthEndMs, monthOf, monthStartMs } from '../../../schemas/billing/month.ts';
import { parkedBytesMax, parkedMs } from '../../../schemas/billing/parking.ts';
import { noBytes } from '../../../schemas/billing/stored.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { Retention } from '../../../schemas/retention.ts';
import { limits } from '../config.ts';

export type SubscriptionDependencies = {
  readonly warehouse: OrganizationReads;
  readonly projections: Pick<Projections, 'state'>;
  readonly retention: Retention;
  readonly clock: () => number;
};

/** GET /v1/billing/subscription: the plan, and its month so far, exact as of the processor. */
export const subscription =
  (dependencies: SubscriptionDependencies): Handler<'subscription'> =>
  async ({ key: { organizationId }, signal, ...request }) => {
    const asked = { asOfMs: asOfMs(request), signal };
    const state = await dependencies.projections.state(asked);
    const body = await readSubscription(organizationId, { ...asked, state }, dependencies);
    const parked = await readParking(organizationId, { ...asked, state }, dependencies);
    const payment = paymentBodyOf(state.get(payments, organizationId));
    return { status: 200, body: { ...body, status: 'active', parked, payment } };
  };

type Asked = {
  readonly state: Pick<DomainState, 'get'>;
  readonly asOfMs: number | undefined;
  readonly signal: AbortSignal;
};

/** Throws 404 where the organization has none. */
export async function readSubscription(
  organizationId: OrganizationId,
  { state, asOfMs: atMs, signal }: Asked,
  dependencies: SubscriptionDependencies,
): Promise<Omit<ResponseOf<'subscription'>, 'status' | 'parked' | 'payment'>> {
  const row = rowOf(organizationId, state);
  const month = monthOf(atMs ?? dependencies.clock());
  const { bytes: changes } = state.get(changedBytes, changedBytesKey(organizationId, month)) ?? {};
  const stored = await usageOf(organizationId, atMs, { ...dependencies, signal });
  const used = withChanges(stored, changes);
  return {
    plan: row.plan,
    usage: {
      traces_used: used.traces,
      trace_limit: row.traceLimit,
      percentage: (100 * used.traces) / row.traceLimit,
      bytes_used: used.bytes,
      bytes_limit: row.bytesLimit,
      bytes_by_kind: used.bytesByKind,
    },
    current_period_end: new Date(monthEndMs(month)).toISOString(),
    over_quota: row.overQuota ?? 'reject',
  };
}

/** Nothing is asked of the warehouse for those who never parked anything. */
async function readParking(
  organization: OrganizationId,
  { state, asOfMs: atMs, signal }: Asked,
  { warehouse, clock, retention }: SubscriptionDependencies,
): Promise<ResponseOf<'subscription'>['parked']> {
  const { overQuota, bytesLimit } = rowOf(organization, state);
  const keptMs = parkedMs(retention);
  const asked = { organization, sinceMs: (atMs ?? clock()) - keptMs, knownBeforeMs: atMs };
  const options = { reader: { organization }, signal, maxExecutionMs: limits.queryMs };
  const { requests, bytes, oldestMs } =
    overQuota === undefined ? nothingParked : await readWaiting(asked, warehouse, options);
  return {
    requests,
    bytes,
    bytes_limit: parkedBytesMax({ bytesLimit }),
    expires_at: oldestMs === undefined ? null : new Date(oldestMs + keptMs).toISOString(),
  };
}

const nothingParked: Waiting = { requests: 0, bytes: 0, oldestMs: undefined };

function rowOf(organizationId: OrganizationId, state: Asked['state']): SubscriptionRow {
  const row = state.get(subscriptions, organizationId);
  if (row === undefined) throw notFound('this organization has no subscription');
  return row;
}

type Reading = SubscriptionDependencies & { readonly signal: AbortSignal };

const nothing: UsageByKind = { traces: 0, bytes: 0, bytesByKind: noBytes };

/** The past is counted from the spans, as long as all of its month are kept. */
async function usageOf(
  organization: OrganizationId,
  atMs: number | undefined,
  { warehouse, clock, retention, signal }: Reading,
): Promise<UsageByKind> {
  const options = { reader: { organization }, signal, maxExecutionMs: limits.queryMs };
  if (atMs === undefined) {
    const usage = await readMonthlyUsage([organization], monthOf(clock()), warehouse, options);
    return usage.get(organization) ?? nothing;
  }
  const earliestMs = clock() - retention.spansMs;
  if (monthStartMs(monthOf(atMs)) < earliestMs) throw new HistoryForgotten('spans', earliestMs);
  return readUsageUntil(organization, atMs, warehouse, options);
}
