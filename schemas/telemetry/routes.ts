import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { requestLogEntry } from '../http/answered.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';

const receipt = requestLogEntry.extend({
  /** On the wire. */
  bytes: z.int(),
});

export const ingestRoutes = [
  {
    name: 'recentIngest',
    method: 'GET',
    path: '/v1/ingest/recent',
    role: 'ingest-api',
    keys: keysFor.reading,
    body: 'none',
    response: z.object({ requests: z.array(receipt), total: z.int() }),
    summary: 'Lists what this organization sent to this process lately, and what became of it.',
    example: examples.recentIngest,
    statuses: [200],
  },
] as const satisfies readonly Route[];

export type IngestRequestLogEntry = z.infer<typeof receipt>;
