import { z } from 'zod';
import { instant } from './parts.ts';
import type { Route } from './route.ts';

const receipt = z.object({
  at: instant,
  route: z.string(),
  status: z.int(),
  /** The word of the refusal, null when there was none. */
  code: z.string().nullable(),
  /** Why the request, or the first of its spans that was refused, was refused; null when nothing was. */
  reason: z.string().nullable(),
  accepted: z.int(),
  refused: z.int(),
  /** On the wire. */
  bytes: z.int(),
  client: z.string(),
  duration_ms: z.number(),
});

export const ingestRoutes = [
  {
    name: 'recentIngest',
    method: 'GET',
    path: '/v1/ingest/recent',
    role: 'ingest-api',
    keys: ['live', 'read'],
    body: 'none',
    response: z.object({ requests: z.array(receipt), total: z.int() }),
    summary: 'Lists what this organization sent to this process lately, and what became of it.',
    statuses: [200],
  },
] as const satisfies readonly Route[];

export type Receipt = z.infer<typeof receipt>;
