import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { knownAsOf } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { causesBody } from './cause.ts';
import { example } from './example.ts';

const read = {
  method: 'GET',
  role: 'query-api',
  keys: keysFor.reading,
  domain: true,
  body: 'none',
  params: z.object({ id: z.string() }),
  query: z.object(knownAsOf),
  response: causesBody,
  example,
  statuses: [200, 400, 404, 410, 503],
} as const;

export const causeRoutes = [
  {
    ...read,
    name: 'alertCauses',
    path: '/v1/alerts/:id/causes',
    summary:
      'Ranks what may have caused an alert: its time is compared with the time before, in spans, errors, versions and traffic.',
  },
  {
    ...read,
    name: 'anomalyCauses',
    path: '/v1/anomalies/:id/causes',
    summary:
      'Ranks what may have caused an anomaly: its time is compared with the time before, in spans, errors, versions and traffic.',
  },
] as const satisfies readonly Route[];
