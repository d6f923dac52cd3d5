import { z } from 'zod';
import { asQuery, readTool } from '../tool.ts';

const monthsMax = 36;

export const usageTools = [
  readTool({
    name: 'get_subscription',
    title: 'Plan and quota',
    description:
      'The plan, its limits, what is used of it in this month (UTC), whether traces and metrics over the quota are rejected or parked, and what is parked and does not count yet.',
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
];
