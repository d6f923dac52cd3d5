import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainCommand } from '../http/domain-routes.ts';
import { instant, optionalNullable } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { webUrlFault } from '../http/web-url.ts';
import { examples } from './examples.ts';
import { billingIntervals, paidPlanIds } from './plans.ts';

/** A placeholder is possible behind the host: braces are no part of one. */
const returnUrl = z
  .string()
  .superRefine((url, context) => {
    const message = webUrlFault(url);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({ description: 'A whole URL of https or http, without user name and password.' });

const session = z.object({ session: z.string() });
/** It is sent back in a header, which must not be too long. */
const shortSession = z.object({ session: z.string().max(200) });

export const checkoutRoutes = [
  {
    ...domainCommand,
    keys: keysFor.owning,
    name: 'createCheckoutSession',
    method: 'POST',
    path: '/v1/billing/create-checkout-session',
    body: 'json',
    request: z.object({
      plan_id: z.enum(paidPlanIds, {
        error: `expected a plan that is paid for: ${paidPlanIds.join(', ')}`,
      }),
      billing_interval: z.enum(billingIntervals).default('monthly'),
      source: optionalNullable(z.string().max(100)),
      success_url: returnUrl,
      cancel_url: returnUrl,
    }),
    response: z.object({ checkout_url: z.string(), session_id: z.string(), expires_at: instant }),
    summary: 'Opens a checkout for a plan and gives the page on which it is paid.',
    example: examples.createCheckoutSession,
    statuses: [200, 400, 409, 413, 415],
  },
  {
    name: 'checkoutPage',
    method: 'GET',
    path: '/billing/checkout/:session',
    role: 'query-api',
    keys: 'none',
    body: 'none',
    params: session,
    contentType: 'text/html; charset=utf-8',
    refusalType: 'text/html',
    summary: 'The page of a sandbox checkout, for a browser.',
    statuses: [200, 404, 410, 429],
  },
  {
    name: 'completeCheckout',
    method: 'POST',
    path: '/billing/checkout/:session/complete',
    role: 'ingest-api',
    keys: 'none',
    body: 'none',
    params: shortSession,
    contentType: 'text/html; charset=utf-8',
    refusalType: 'text/html',
    summary: 'Completes a sandbox checkout and sends the browser on.',
    bodiless: [303],
    statuses: [303, 400, 429],
  },
] as const satisfies readonly Route[];
