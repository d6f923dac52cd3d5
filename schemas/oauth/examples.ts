const url = 'https://tidemark.example.com';
const clientId = 'WzE3OTU1NjM0MzksIkVkaXRvciIsWyJodHRwOi8vMTI3LjAuMC4xOjMzNDE4L2NhbGxiYWNrIl1d.0Z…';
const redirectUri = 'http://127.0.0.1:33418/callback';
const grantId = '9c2a0a6e-0f54-5a0e-8a3f-2f7d0e1c5b44';

const asked = {
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'read act',
  resource: `${url}/mcp`,
  state: 'af0ifjsldkj',
} as const;

/** What requests and responses look like, by route. */
export const examples = {
  protectedResource: {
    response: {
      resource: `${url}/mcp`,
      authorization_servers: [url],
      scopes_supported: ['read', 'act'],
      bearer_methods_supported: ['header'],
      resource_name: 'Tidemark',
    },
  },
  authorizationServer: {
    response: {
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      revocation_endpoint: `${url}/oauth/revoke`,
      scopes_supported: ['read', 'act'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    },
  },
  registerClient: {
    request: { client_name: 'Editor', redirect_uris: [redirectUri] },
    response: {
      client_id: clientId,
      client_id_issued_at: 1_795_563_439,
      client_name: 'Editor',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  },
  getAuthorization: {
    response: {
      client_name: 'Editor',
      redirect_host: '127.0.0.1:33418',
      is_local: true,
      scopes: ['read', 'act'],
      denied_to: `${redirectUri}?error=access_denied&state=af0ifjsldkj`,
      refused_to: null,
    },
  },
  allowGrant: {
    request: { ...asked, allowed: 'read' },
    response: {
      id: grantId,
      redirect_to: `${redirectUri}?code=tmk_code_…&state=af0ifjsldkj&iss=https%3A%2F%2Ftidemark.example.com`,
    },
  },
  listGrants: {
    response: {
      grants: [
        {
          id: grantId,
          client_name: 'Editor',
          redirect_host: '127.0.0.1:33418',
          scope: 'read',
          status: 'active',
          created_at: '2026-11-25T01:37:03.661Z',
          last_used_at: '2026-11-25T01:52:00.000Z',
          expires_at: '2026-12-25T01:37:04.102Z',
          revoked_at: null,
        },
      ],
      total: 1,
      next_cursor: null,
    },
  },
  revokeGrant: { response: { success: true, id: grantId } },
  issueToken: {
    request: {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: 'tmk_code_…',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      redirect_uri: redirectUri,
      resource: `${url}/mcp`,
    },
    response: {
      access_token: 'tmk_grant_…',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: 'tmk_refresh_…',
      scope: 'read',
    },
  },
  revokeToken: { request: { token: 'tmk_refresh_…', client_id: clientId }, response: {} },
} as const;
