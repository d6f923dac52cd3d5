import type { ResponseOf } from '../../schemas/http/routes.ts';
import { scopes } from '../../schemas/oauth/scopes.ts';

/** The one thing that tokens of remote clients are for. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`;

/** Where clients read which server gives tokens for it. */
export const resourceMetadataUrl = (publicUrl: string): string =>
  `${publicUrl}/.well-known/oauth-protected-resource/mcp`;

/** A client need not name it, as there is one. */
export const isResource = (named: string | undefined, publicUrl: string): boolean =>
  named === undefined || named.replace(/\/$/u, '') === resourceOf(publicUrl);

export const resourceMetadata = (publicUrl: string): ResponseOf<'protectedResource'> => ({
  resource: resourceOf(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: [...scopes],
  bearer_methods_supported: ['header'],
  resource_name: 'Tidemark',
});

export const serverMetadata = (publicUrl: string): ResponseOf<'authorizationServer'> => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/oauth/authorize`,
  token_endpoint: `${publicUrl}/oauth/token`,
  registration_endpoint: `${publicUrl}/oauth/register`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  scopes_supported: [...scopes],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});
