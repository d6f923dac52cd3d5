import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { asOfQuery, cursorQuery, instant, limited, nextCursor } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { oauthLimits } from './limits.ts';
import { authorizationParameters } from './parameters.ts';
import { scopes } from './scopes.ts';

const grant = z.object({
  id: z.string(),
  client_name: z.string().meta({ description: 'As the client calls itself; nobody checks it.' }),
  redirect_host: z.string(),
  scope: z.enum(scopes),
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: instant,
  last_used_at: instant.nullable().meta({ description: 'To the minute; null when never used.' }),
  expires_at: instant.meta({ description: 'Unless the client gets new tokens before.' }),
  revoked_at: instant.nullable(),
});

export type GrantBody = z.infer<typeof grant>;

const listLimit = { maximum: oauthLimits.grantsListedMax, preset: oauthLimits.grantsListedMax };

/** What a signed-in person does about remote clients. */
export const grantRoutes = [
  {
    name: 'getAuthorization',
    method: 'GET',
    path: '/v1/me/authorization',
    role: 'query-api',
    keys: keysFor.sessions,
    domain: true,
    body: 'none',
    query: z.object(authorizationParameters),
    response: z.object({
      client_name: z.string(),
      redirect_host: z.string(),
      is_local: z.boolean().meta({ description: 'The answer goes to a program on this machine.' }),
      scopes: z.array(z.enum(scopes)).meta({ description: 'What may be allowed.' }),
      denied_to: z.string().meta({ description: 'Where the browser goes when it is denied.' }),
      refused_to: z.string().nullable().meta({
        description:
          'Where the browser goes because the client asks wrongly; null when it may ask.',
      }),
    }),
    summary:
      'Describes what a remote client asks a person to allow at `/oauth/authorize`, whose parameters it takes.',
    example: examples.getAuthorization,
    statuses: [200, 400],
  },
  {
    name: 'allowGrant',
    method: 'POST',
    path: '/v1/me/grants',
    role: 'ingest-api',
    keys: keysFor.sessions,
    domain: true,
    body: 'json',
    request: z.object({ ...authorizationParameters, allowed: z.enum(scopes) }),
    response: z.object({
      id: z.string(),
      redirect_to: z.string().meta({ description: 'Where the browser goes, with the code.' }),
    }),
    summary: 'Allows a remote client to use `/mcp` for the organization of the session.',
    example: examples.allowGrant,
    statuses: [201, 400, 409, 413, 415],
  },
  {
    name: 'listGrants',
    method: 'GET',
    path: '/v1/me/grants',
    role: 'query-api',
    keys: keysFor.sessions,
    domain: true,
    body: 'none',
    query: z.object({ ...asOfQuery, ...limited(listLimit), ...cursorQuery }),
    response: z.object({ grants: z.array(grant), total: z.int(), next_cursor: nextCursor }),
    summary: 'Lists what the person allowed remote clients, the newest first.',
    example: examples.listGrants,
    statuses: [200, 400, 410],
  },
  {
    name: 'revokeGrant',
    method: 'DELETE',
    path: '/v1/me/grants/:id',
    role: 'ingest-api',
    keys: keysFor.sessions,
    domain: true,
    body: 'none',
    params: z.object({ id: z.string() }),
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Revokes what a remote client may do, with all of its tokens, at once and for ever.',
    example: examples.revokeGrant,
    statuses: [200, 404],
  },
] as const satisfies readonly Route[];
