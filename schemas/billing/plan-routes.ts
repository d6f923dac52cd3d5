import { z } from 'zod';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { paymentBody } from './payment-routes.ts';
import { paidPlanIds } from './plans.ts';
import { freePlan } from './quota.ts';

const planIds = [freePlan.plan, ...paidPlanIds];

const operator = {
  role: 'admin',
  keys: 'admin',
  path: '/admin/organizations/:id/plan',
  params: z.object({ id: z.string() }),
  response: z.object({
    organization_id: z.string(),
    plan: z.string(),
    trace_limit: z.int(),
    bytes_limit: z.int(),
    /** An operator gave the plan: nobody pays for it. */
    is_given: z.boolean(),
    payment: paymentBody,
  }),
} as const;

export const planRoutes = [
  {
    ...operator,
    name: 'adminPlan',
    method: 'GET',
    body: 'none',
    summary: 'Shows the plan of an organization, and what it is paid with.',
    example: examples.adminPlan,
    statuses: [200, 404],
  },
  {
    ...operator,
    name: 'adminSetPlan',
    method: 'PUT',
    body: 'json',
    request: z.object({
      plan_id: z.enum(planIds, { error: `expected one of ${planIds.join(', ')}` }),
    }),
    summary:
      'Gives an organization a plan without a payment, until what it pays for changes; its quota follows at once.',
    example: examples.adminSetPlan,
    statuses: [200, 400, 404, 409, 413, 415],
  },
] as const satisfies readonly Route[];
