import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainCommand } from '../http/domain-routes.ts';
import { cursorQuery, instant, limited, nextCursor } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { billingIntervals, paidPlanIds } from './plans.ts';
import { freePlan } from './quota.ts';

const interval = z.enum(billingIntervals);

const planIds = [freePlan.plan, ...paidPlanIds];

/** What a plan is paid with; null where nothing was ever paid. */
export const paymentBody = z
  .object({
    /** Who takes the payments. */
    provider: z.string(),
    status: z.enum(['paid', 'failed', 'ended']),
    plan: z.string(),
    billing_interval: interval,
    period_ends_at: instant,
    /** Of the payment that failed; null while none did. */
    failed_at: instant.nullable(),
    /** Then the plan becomes the free one unless the payment succeeds before. */
    grace_ends_at: instant.nullable(),
    ended_at: instant.nullable(),
    /** What follows at the end of the period; null when the plan stays. */
    next: z
      .object({ plan: z.string(), billing_interval: interval.nullable(), at: instant })
      .nullable(),
  })
  .nullable();

const invoice = z.object({
  id: z.string(),
  /** Null until it is final. */
  number: z.string().nullable(),
  status: z.string(),
  created_at: instant,
  period_start: instant,
  period_end: instant,
  /** With tax, in units of the currency. */
  amount: z.number(),
  currency: z.string(),
  /** The provider's own page of it; null until it is final. */
  url: z.string().nullable(),
});

export const paymentRoutes = [
  {
    ...domainCommand,
    keys: keysFor.owning,
    name: 'changePlan',
    method: 'POST',
    path: '/v1/billing/change-plan',
    body: 'json',
    request: z.object({
      plan_id: z.enum(planIds, { error: `expected one of ${planIds.join(', ')}` }),
      billing_interval: interval.default('monthly'),
    }),
    response: z.object({ plan: z.string(), payment: paymentBody }),
    summary:
      'Changes the plan that is paid for: more at once, less at the end of the period, `free` ends the payments then, and the plan of now takes back what was decided.',
    example: examples.changePlan,
    statuses: [200, 400, 402, 404, 409, 413, 415],
  },
  {
    name: 'invoices',
    method: 'GET',
    path: '/v1/billing/invoices',
    role: 'query-api',
    keys: keysFor.reading,
    domain: true,
    body: 'none',
    query: z.object({ ...limited({ maximum: 100, preset: 20 }), ...cursorQuery }),
    response: z.object({ invoices: z.array(invoice), next_cursor: nextCursor }),
    summary: 'Lists the invoices of the payment provider, the latest first; the sandbox has none.',
    example: examples.invoices,
    statuses: [200, 400],
  },
  {
    name: 'stripeEvents',
    method: 'POST',
    path: '/v1/billing/stripe-events',
    role: 'ingest-api',
    keys: 'none',
    body: 'json-bytes',
    request: z.looseObject({}),
    response: z.object({ received: z.literal(true) }),
    summary: 'Takes the signed events of Stripe; what changed is read from Stripe itself.',
    example: examples.stripeEvents,
    statuses: [200, 400, 404, 413, 415, 429],
  },
] as const satisfies readonly Route[];
