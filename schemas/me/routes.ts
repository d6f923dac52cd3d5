import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { overQuota, usage } from '../billing/routes.ts';
import { instant } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { memberRoles } from '../members/roles.ts';
import { examples } from './examples.ts';

const key = z.object({
  id: z.string(),
  name: z.string().meta({ description: "'' for keys that were issued for a code" }),
  kind: z.enum(['live', 'read', 'session']),
  services: z.array(z.string()).nullable().meta({ description: 'Null when not restricted.' }),
  expires_at: instant.nullable(),
  user_id: z.string().nullable().meta({ description: 'Of the person whose session it is.' }),
  role: z.enum(memberRoles).nullable().meta({ description: 'Of that person, now.' }),
});

const organization = z.object({
  id: z.string(),
  /** Null after the organization's data was erased. */
  name: z.string().nullable(),
});

const subscription = z
  .object({ plan: z.string(), usage, current_period_end: instant, over_quota: overQuota })
  .nullable()
  .meta({ description: 'Null for a key that is restricted to services.' });

const assistant = z
  .object({
    provider: z.string(),
    model: z.string(),
    today: z.object({
      questions: z.int(),
      input_tokens: z.int(),
      output_tokens: z.int(),
      cost_usd: z.number().nullable().meta({ description: 'Null where no price is known.' }),
    }),
    tokens_per_day: z.int(),
    cost_usd_per_day: z.number().nullable().meta({ description: 'Null without a limit.' }),
    resets_at: instant.meta({ description: 'The next midnight in UTC.' }),
  })
  .nullable()
  .meta({
    description:
      'The language model that answers questions, and what the organization took of it today and may take. Null where rules answer alone, and for a key that is restricted to services.',
  });

const earliest = z.object({
  state: instant.meta({
    description:
      'The first instant that `as_of` takes for alerts, the inbox, anomalies and silences. Deliveries, snapshots and checkouts are kept for a shorter time.',
  }),
  telemetry: instant.meta({ description: 'Spans, windows and metric points are kept from here.' }),
  proof: instant.nullable().meta({
    description:
      'The log from which alerts are computed once more is kept from here. An alert can be proved that fired later than this by the look-back of its rule. Null while the log is unavailable.',
  }),
});

export const meRoutes = [
  {
    name: 'me',
    method: 'GET',
    path: '/v1/me',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    domain: true,
    body: 'none',
    response: z.object({
      key,
      organization,
      subscription,
      version: z.string().meta({ description: 'Of the server.' }),
      assistant,
      earliest,
      watermark: instant.nullable().meta({
        description: 'Data that was accepted before this instant can be read. Null while unknown.',
      }),
    }),
    summary:
      'Describes the key that asks, its organization and plan, the server, and how far data reaches back.',
    example: examples.me,
    statuses: [200, 404],
  },
] as const satisfies readonly Route[];
