import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainCommand } from '../http/domain-routes.ts';
import { asOfQuery, instant } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { overQuotas } from './parking.ts';
import { paymentBody } from './payment-routes.ts';
import { storedKinds } from './stored.ts';
import { usageRoute } from './usage-route.ts';

/** What was used of a plan. */
export const usage = z.object({
  /** Different traces of which a span was received in this month (UTC). */
  traces_used: z.int(),
  trace_limit: z.int(),
  /** Of the traces; past 100 when more were used. */
  percentage: z.number(),
  /** Everything that was received and stored in this month (UTC): the sum of the kinds. */
  bytes_used: z.int(),
  bytes_limit: z.int(),
  bytes_by_kind: z.record(z.enum(storedKinds), z.int()),
});

const parked = z.object({
  /** Requests and their bytes that do not count yet. */
  requests: z.int(),
  bytes: z.int(),
  /** A tenth of what the plan has for a month; beyond that requests are refused. */
  bytes_limit: z.int(),
  /** When the oldest of them is over if it does not count by then; null when there is none. */
  expires_at: instant.nullable(),
});

export const overQuota = z.enum(overQuotas).meta({
  description:
    '`reject`: traces and metrics over the quota are refused. `park`: they are kept for up to six days, and count once there is quota again.',
});

const subscription = z.object({
  plan: z.string(),
  status: z.string(),
  usage,
  current_period_end: instant,
  over_quota: overQuota,
  parked,
  payment: paymentBody,
});

const plan = z.object({
  id: z.string(),
  name: z.string(),
  /** In whole units of the currency. */
  price_monthly: z.int(),
  price_yearly: z.int(),
  currency: z.string(),
  trace_limit: z.int(),
  bytes_limit: z.int(),
  features: z.array(z.string()),
  is_free: z.boolean(),
});

export const billingRoutes = [
  {
    name: 'plans',
    method: 'GET',
    path: '/v1/billing/plans',
    role: 'query-api',
    keys: 'none',
    body: 'none',
    response: z.object({ success: z.literal(true), plans: z.array(plan) }),
    summary: 'Lists the plans, the free one first.',
    example: examples.plans,
    statuses: [200],
  },
  {
    name: 'subscription',
    method: 'GET',
    path: '/v1/billing/subscription',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    query: z.object(asOfQuery),
    response: subscription,
    summary:
      'Shows the plan, its use in this month, what is parked, and what the plan is paid with.',
    example: examples.subscription,
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    keys: keysFor.owning,
    name: 'changeSubscription',
    method: 'PATCH',
    path: '/v1/billing/subscription',
    body: 'json',
    request: z.object({ over_quota: overQuota }),
    response: z.object({ over_quota: overQuota }),
    summary:
      'Says what becomes of traces and metrics over the quota; what is so already changes nothing.',
    example: examples.changeSubscription,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  usageRoute,
] as const satisfies readonly Route[];
