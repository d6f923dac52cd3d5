import { z } from 'zod';
import type { Route } from '../http/route.ts';
import { line } from '../http/text.ts';
import { examples } from './examples.ts';
import { grantRoutes } from './grant-routes.ts';
import { oauthLimits } from './limits.ts';
import { revocationParameters, tokenParameters } from './parameters.ts';

const texts = z.array(z.string());

/** Fields that are not here mean nothing, and what it answers is what holds. */
const registration = z.object({
  client_name: line(oauthLimits.clientNameCharactersMax).nullish(),
  redirect_uris: z
    .array(z.string().max(oauthLimits.redirectUriCharactersMax))
    .min(1)
    .max(oauthLimits.redirectUrisMax)
    .meta({ description: '`https`, or `http` on a loopback address.' }),
});

const keyless = { keys: 'none', oauthErrors: true, refusalType: 'application/json' } as const;

export const oauthRoutes = [
  ...grantRoutes,
  {
    name: 'protectedResource',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    aliases: ['/.well-known/oauth-protected-resource'],
    role: 'query-api',
    keys: 'none',
    body: 'none',
    response: z.object({
      resource: z.string(),
      authorization_servers: texts,
      scopes_supported: texts,
      bearer_methods_supported: texts,
      resource_name: z.string(),
    }),
    summary: 'Describes `/mcp` as a protected resource (RFC 9728).',
    example: examples.protectedResource,
    statuses: [200],
  },
  {
    name: 'authorizationServer',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    role: 'query-api',
    keys: 'none',
    body: 'none',
    response: z.object({
      issuer: z.string(),
      authorization_endpoint: z.string(),
      token_endpoint: z.string(),
      registration_endpoint: z.string(),
      revocation_endpoint: z.string(),
      scopes_supported: texts,
      response_types_supported: texts,
      response_modes_supported: texts,
      grant_types_supported: texts,
      token_endpoint_auth_methods_supported: texts,
      revocation_endpoint_auth_methods_supported: texts,
      code_challenge_methods_supported: texts,
      authorization_response_iss_parameter_supported: z.literal(true),
    }),
    summary: 'Describes the authorization server of `/mcp` (RFC 8414).',
    example: examples.authorizationServer,
    statuses: [200],
  },
  {
    ...keyless,
    name: 'registerClient',
    method: 'POST',
    path: '/oauth/register',
    role: 'query-api',
    body: 'json',
    request: registration,
    response: z.object({
      client_id: z.string(),
      client_id_issued_at: z.int(),
      client_name: z.string(),
      redirect_uris: texts,
      token_endpoint_auth_method: z.literal('none'),
      grant_types: texts,
      response_types: texts,
    }),
    summary: 'Registers a remote client (RFC 7591): a public one, whose id holds its registration.',
    example: examples.registerClient,
    statuses: [201, 400, 413, 415, 429],
  },
  {
    ...keyless,
    name: 'issueToken',
    method: 'POST',
    path: '/oauth/token',
    role: 'ingest-api',
    body: 'form',
    request: z.object(tokenParameters),
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int(),
      refresh_token: z.string(),
      scope: z.string(),
    }),
    summary: 'Gives a remote client tokens for its code, or new ones for its refresh token.',
    example: examples.issueToken,
    statuses: [200, 400, 409, 413, 415, 429],
  },
  {
    ...keyless,
    name: 'revokeToken',
    method: 'POST',
    path: '/oauth/revoke',
    role: 'ingest-api',
    body: 'form',
    request: z.object(revocationParameters),
    response: z.object({}),
    summary: 'Revokes a token of a remote client with all that belongs to it (RFC 7009).',
    example: examples.revokeToken,
    statuses: [200, 400, 413, 415, 429],
  },
] as const satisfies readonly Route[];
