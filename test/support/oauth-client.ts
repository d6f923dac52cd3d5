import { equal, ok } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Route } from '../../schemas/http/route.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { keyOwner } from './api-keys.ts';
import type { WholeTidemark } from './cluster.ts';
import { signIn } from './signed-in.ts';

type Owner = Awaited<ReturnType<typeof keyOwner>>;
type Tokens = ResponseOf<'issueToken'>;

/** What answers a form: tokens, or why there are none. */
export type TokenAnswer = {
  readonly status: number;
  readonly body: Partial<Tokens> & { readonly error?: string; readonly error_description?: string };
};

export const redirectUri = 'http://127.0.0.1:33418/callback';

/** Routes that no API key may call, only a person who signed in. */
export const isOfPeople = ({ keys }: Pick<Route, 'keys'>): boolean =>
  keys !== 'none' && keys !== 'admin' && !keys.includes('live');

/** The key of a session of the owner. */
export async function sessionOf(tidemark: WholeTidemark, { email }: Owner): Promise<string> {
  const { status, body } = await signIn(tidemark, email);
  equal(status, 200, JSON.stringify(body));
  return body.api_key ?? '';
}

/** What the page of `/oauth/authorize` does with the link that a client opened: it reads, and allows. */
export async function allowedAt(
  owner: Owner,
  session: string,
  link: URL,
  allowed: 'read' | 'act',
): Promise<URL> {
  const parameters = Object.fromEntries(link.searchParams);
  const path = `/v1/me/authorization${link.search}`;
  const asked = await owner.ask<ResponseOf<'getAuthorization'>>('GET', path, { key: session });
  equal(asked.status, 200, JSON.stringify(asked.body));
  equal(asked.body.refused_to, null);
  ok(asked.body.scopes.includes(allowed));
  const { status, body } = await owner.ask<ResponseOf<'allowGrant'>>('POST', '/v1/me/grants', {
    key: session,
    body: { ...parameters, allowed },
  });
  equal(status, 201, JSON.stringify(body));
  return new URL(body.redirect_to);
}

/** A client that speaks OAuth by hand, so that it can do wrong. */
export async function openRawClient({ url }: Pick<WholeTidemark, 'url'>, uri = redirectUri) {
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Raw client', redirect_uris: [uri] }),
  });
  equal(registered.status, 201);
  const { client_id: clientId } = (await registered.json()) as ResponseOf<'registerClient'>;
  const form = async (path: string, fields: Record<string, string>): Promise<TokenAnswer> => {
    const body = new URLSearchParams(fields);
    const response = await fetch(`${url}${path}`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as TokenAnswer['body'] };
  };
  const token = (fields: Record<string, string>) =>
    form('/oauth/token', { client_id: clientId, ...fields });
  return {
    clientId,
    /** A link to the page, and the verifier of its challenge. */
    link: (changes: Record<string, string | undefined> = {}) => {
      const verifier = randomBytes(32).toString('base64url');
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: uri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        resource: `${url}/mcp`,
        state: randomBytes(8).toString('hex'),
        ...changes,
      };
      const link = new URL('/oauth/authorize', url);
      for (const [name, value] of Object.entries(asked))
        if (value !== undefined) link.searchParams.set(name, value);
      return { link, verifier };
    },
    exchange: (code: string, verifier: string, changes: Record<string, string> = {}) =>
      token({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: uri,
        resource: `${url}/mcp`,
        ...changes,
      }),
    refresh: (refreshToken = '', changes: Record<string, string> = {}) =>
      token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changes }),
    revoke: (text = '', changes: Record<string, string> = {}) =>
      form('/oauth/revoke', { token: text, ...changes }),
  };
}

export type RawClient = Awaited<ReturnType<typeof openRawClient>>;

/** The status of one message to `/mcp` with a token. */
export async function mcpStatus(url: string, token = ''): Promise<number> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  await response.text();
  return response.status;
}
