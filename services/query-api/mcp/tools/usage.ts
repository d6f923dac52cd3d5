import { z } from 'zod';
import { asQuery, readTool } from '../tool.ts';
import { limit } from './parts.ts';

const monthsMax = 36;

export const usageTools = [
  readTool({
    name: 'get_subscription',
    title: 'Plan and quota',
    description:
      'The plan, its limits, what is used of it in this month (UTC), what it is paid with and what follows at the end of the period, whether traces and metrics over the quota are rejected or parked, and what is parked and does not count yet.',
    input: z.object({}),
    route: 'subscription',
    request: () => ({}),
    page: () => '/billing',
  }),
  readTool({
    name: 'get_usage',
    title: 'Usage',
    description:
      'Traces and bytes that were used in each month, and requests, spans and points on each of its days (UTC), the latest first. It shows only now: usage is counted when a month ends, and has no past instant.',
    input: z.object({ months: z.int().min(1).max(monthsMax).default(3) }),
    route: 'billingUsage',
    request: ({ months }) => ({ query: asQuery({ months }) }),
    page: () => '/billing',
    isOfNow: true,
    rest: 'Ask for fewer `months`.',
  }),
  readTool({
    name: 'list_plans',
    title: 'Plans and prices',
    description:
      'The plans that there are, with their limits and prices. It shows only now. A person changes the plan on the page; no tool does.',
    input: z.object({}),
    route: 'plans',
    request: () => ({}),
    page: () => '/billing',
    isOfNow: true,
  }),
  readTool({
    name: 'list_invoices',
    title: 'Invoices',
    description:
      'Invoices of the payment provider, the latest first, as a table: amounts with tax, in units of the currency. It shows only now. The page leads to each of them; the sandbox has none.',
    input: z.object({ limit }),
    route: 'invoices',
    request: ({ limit: rows }) => ({ query: asQuery({ limit: rows }) }),
    page: () => '/billing',
    isOfNow: true,
    list: {
      field: 'invoices',
      goesOn: 'cursor',
      columns: [
        'id',
        'number',
        'status',
        'created_at',
        'period_start',
        'period_end',
        'amount',
        'currency',
      ],
    },
  }),
];
