import { redirectUriFault } from '../../../domain/oauth/redirect-uri.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import { clientIdOf } from '../../../projections/oauth/client-id.ts';
import { oauthLimits } from '../../../schemas/oauth/limits.ts';

/** POST /oauth/register. It changes nothing: the id that is answered is the registration. */
export const registerClient =
  ({ keyring }: { readonly keyring: Pick<Keyring, 'mac'> }): Handler<'registerClient'> =>
  async ({ body: { client_name: given, redirect_uris: redirectUris }, receivedAtMs }) => {
    assertUris(redirectUris);
    const registeredAtSeconds = Math.floor(receivedAtMs / 1000);
    const name = given?.trim() || nameless;
    const client = { name, redirectUris, registeredAtSeconds };
    return {
      status: 201,
      body: {
        client_id: await clientIdOf(client, keyring),
        client_id_issued_at: registeredAtSeconds,
        client_name: name,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    };
  };

const nameless = 'A client without a name';

function assertUris(uris: readonly string[]): void {
  for (const uri of uris) {
    const fault = redirectUriFault(uri);
    if (fault !== undefined) throw invalidUri(`the redirect URI ${uri} is not allowed: ${fault}`);
  }
  const { redirectUrisCharactersMax: max } = oauthLimits;
  if (uris.join('').length > max)
    throw invalidUri(`expected redirect URIs of at most ${max} characters together`);
}

const invalidUri = (message: string): HttpProblem =>
  new HttpProblem({ status: 400, code: 'invalid_redirect_uri', message });
