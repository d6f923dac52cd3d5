import { z } from 'zod';
import { asOfQuery, instant } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { managementRoutes } from './management-routes.ts';

const apiKey = z.object({
  id: z.string(),
  organization_id: z.string(),
  kind: z.string(),
  hint: z.string(),
  service_name: z.string(),
  issued_at: instant,
  revoked_at: instant.nullable(),
});

const operator = { role: 'admin', keys: 'admin' } as const;

export const apiKeyRoutes = [
  ...managementRoutes,
  {
    ...operator,
    method: 'GET',
    body: 'none',
    name: 'adminKeys',
    path: '/admin/keys',
    query: z.object(asOfQuery),
    response: z.object({ keys: z.array(apiKey) }),
    summary: 'Lists the API keys of all organizations, without their secrets.',
    example: examples.adminKeys,
    statuses: [200, 400, 410],
  },
  {
    ...operator,
    name: 'adminRevokeKey',
    method: 'POST',
    path: '/admin/keys/:id/revoke',
    body: 'none',
    params: z.object({ id: z.string() }),
    response: z.object({ id: z.string(), revoked: z.literal(true) }),
    summary: 'Revokes an API key at once.',
    example: examples.adminRevokeKey,
    statuses: [200, 404, 409],
  },
] as const satisfies readonly Route[];
