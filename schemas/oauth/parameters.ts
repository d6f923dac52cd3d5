import { z } from 'zod';
import { oauthLimits } from './limits.ts';

const { clientIdCharactersMax, parameterCharactersMax, redirectUriCharactersMax } = oauthLimits;

const parameter = z.string().max(parameterCharactersMax).optional();

/** What a client asks for at `/oauth/authorize`: what is missing or wrong is said to the client, so all of it may be absent. */
export const authorizationParameters = {
  response_type: parameter,
  client_id: z.string().max(clientIdCharactersMax).optional(),
  redirect_uri: z.string().max(redirectUriCharactersMax).optional(),
  code_challenge: parameter,
  code_challenge_method: parameter,
  scope: parameter,
  resource: parameter,
  state: parameter,
} as const;

/** Of a token request; what else there is has no meaning here. */
export const tokenParameters = {
  grant_type: parameter,
  client_id: authorizationParameters.client_id,
  code: parameter,
  code_verifier: parameter,
  redirect_uri: authorizationParameters.redirect_uri,
  refresh_token: parameter,
  scope: parameter,
  resource: parameter,
} as const;

export const revocationParameters = {
  token: parameter,
  token_type_hint: parameter,
  client_id: authorizationParameters.client_id,
} as const;
