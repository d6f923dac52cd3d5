import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, queryFlag, wholeNumber } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';

const months = { minimum: 1, maximum: 36, preset: 12 };

const usageDay = z.object({
  /** In UTC. */
  day: z.iso.date(),
  /** Of telemetry. */
  requests: z.int(),
  accepted_spans: z.int(),
  accepted_points: z.int(),
  /** Spans and points that were refused in requests that were accepted. */
  rejected: z.int(),
  /** Requests that came on this day over the quota and were parked, whether they count by now or not. */
  parked: z.int(),
  /** Those of them that were over before there was quota again. */
  parked_expired: z.int(),
  /** Of everything that was received and stored. */
  bytes: z.int(),
});

export type UsageDay = z.infer<typeof usageDay>;

const count = z.object({ traces: z.int(), bytes: z.int(), equal: z.boolean() });

const usageMonth = z.object({
  /** In UTC. */
  month: z.string(),
  /** `ending`: it is over, and what was received in its last moments is being counted. */
  status: z.enum(['open', 'ending', 'closed']),
  /** Null, as bytes, for a month that was never closed and is not kept any more. */
  traces: z.int().nullable(),
  bytes: z.int().nullable(),
  /** Those of them that events took; no day has them. */
  changes_bytes: z.int(),
  /** From then on its figures do not change. */
  closed_at: instant.nullable(),
  /** What a count gives now, and whether it is what was recorded; null unless asked for. */
  recount: count.nullable(),
  /** On which something was received, the latest first. */
  days: z.array(usageDay),
});

export type UsageMonth = z.infer<typeof usageMonth>;

export const usageRoute = {
  name: 'billingUsage',
  method: 'GET',
  path: '/v1/billing/usage',
  role: 'query-api',
  keys: keysFor.reading,
  body: 'none',
  query: z.object({
    months: wholeNumber(months),
    recount: queryFlag.default(false).meta({
      description: 'Months that are closed are counted once more, as far as their rows are kept.',
    }),
  }),
  response: z.object({
    months: z.array(usageMonth),
    kept_from: instant.meta({ description: 'Days and counts reach back to there.' }),
  }),
  csv: 'months',
  summary: 'Shows what was used in each month, and on each of its days, the latest first.',
  example: examples.usage,
  statuses: [200, 400, 404],
} as const satisfies Route;
