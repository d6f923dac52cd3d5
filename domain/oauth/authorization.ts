import { type Scope, scopes } from '../../schemas/oauth/scopes.ts';
import type { Client } from './client.ts';
import { isRegistered, redirectTo } from './redirect-uri.ts';
import { isResource } from './server.ts';

/** What a client sends to `/oauth/authorize`. */
export type Asked = {
  readonly response_type?: string | undefined;
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource?: string | undefined;
  readonly state?: string | undefined;
};

/**
 * `unsafe`: the redirect address is not one of the client's, so the page shows the message. `refused`: the browser takes
 * the error to the client. `open`: a person may allow one of the scopes.
 */
export type Judged =
  | { readonly kind: 'unsafe'; readonly message: string }
  | { readonly kind: 'refused'; readonly redirectUri: string; readonly to: string }
  | {
      readonly kind: 'open';
      readonly redirectUri: string;
      readonly verifierHash: string;
      readonly scopes: readonly Scope[];
    };

/** Judges what a client asks for. `publicUrl` is the issuer, too. */
export function judged(asked: Asked, client: Client | undefined, publicUrl: string): Judged {
  if (client === undefined)
    return unsafe('this client is not registered here: remove the server in it and add it again');
  const { redirect_uri: redirectUri } = asked;
  if (redirectUri === undefined || !isRegistered(redirectUri, client.redirectUris))
    return unsafe('the client did not register the address that it wants its answer at');
  const fault = faultOf(asked, publicUrl);
  if (fault !== undefined) {
    const [error, error_description] = fault;
    const answer = { error, error_description, state: asked.state, iss: publicUrl };
    return { kind: 'refused', redirectUri, to: redirectTo(redirectUri, answer) };
  }
  const { code_challenge: verifierHash = '', scope } = asked;
  return { kind: 'open', redirectUri, verifierHash, scopes: scopesOf(scope) };
}

const unsafe = (message: string): Judged => ({ kind: 'unsafe', message });

/** SHA-256 in base64url. */
const challenge = /^[\w-]{43}$/u;

/** The word of RFC 6749 or RFC 8707, and a sentence. */
function faultOf(asked: Asked, publicUrl: string): readonly [string, string] | undefined {
  if (asked.response_type !== 'code')
    return ['unsupported_response_type', 'expected response_type=code'];
  if (asked.code_challenge_method !== 'S256' || !challenge.test(asked.code_challenge ?? ''))
    return ['invalid_request', 'expected a code_challenge with code_challenge_method=S256'];
  if (!isResource(asked.resource, publicUrl))
    return ['invalid_target', 'the resource is not the one of this server'];
  return scopesOf(asked.scope).length > 0
    ? undefined
    : ['invalid_scope', `expected one of ${scopes.join(', ')}`];
}

/** Scopes that are not known here are left out; without any, all may be allowed. Who asks to act is also offered to read only. */
function scopesOf(scope = ''): readonly Scope[] {
  const named = scope.split(' ').filter(Boolean);
  if (named.length === 0 || named.includes('act')) return scopes;
  return scopes.filter(each => named.includes(each));
}
