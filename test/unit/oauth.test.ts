import { deepEqual, equal, ok } from 'node:assert/strict';
import { judged } from '../../domain/oauth/authorization.ts';
import { isUnusedTooLong } from '../../domain/oauth/client.ts';
import { isRegistered, redirectTo, redirectUriFault } from '../../domain/oauth/redirect-uri.ts';
import { resourceMetadata, serverMetadata } from '../../domain/oauth/server.ts';
import { clientIdOf, clientOf } from '../../projections/oauth/client-id.ts';
import { oauthLimits } from '../../schemas/oauth/limits.ts';

const url = 'https://tide.example';
const uri = 'https://client.example/back?of=1';
const local = 'http://127.0.0.1:33418/callback';
const client = { name: 'Editor', redirectUris: [uri, local], registeredAtSeconds: 1_000 };
const asked = {
  response_type: 'code',
  client_id: 'an id',
  redirect_uri: uri,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  resource: `${url}/mcp`,
  state: 'of the client',
};

describe('redirect URIs of remote clients', () => {
  for (const good of [
    uri,
    local,
    'http://localhost/back',
    'http://[::1]:8080/',
    'https://client.example:8443/a/b',
  ])
    it(`takes ${good}`, () => equal(redirectUriFault(good), undefined));

  for (const bad of [
    'http://client.example/back',
    'http://127.0.0.1.client.example/back',
    'http://localhost.client.example/',
    'http://127.0.0.2/',
    'https://user:password@client.example/',
    'https://client.example/back#part',
    'javascript:alert(1)',
    'data:text/html,hello',
    'cursor://anysphere.cursor/callback',
    '//client.example/back',
    'https:client.example',
    'https://client.example/\nback',
    ' https://client.example/back',
    '',
  ])
    it(`refuses ${JSON.stringify(bad)}`, () => ok(redirectUriFault(bad)));

  it('compares them as texts', () => {
    ok(isRegistered(uri, [local, uri]));
    for (const other of [
      'https://client.example/back',
      'https://client.example/back?of=2',
      'https://client.example/back?of=1&more=1',
      'https://client.example/back/?of=1',
      'https://CLIENT.example/back?of=1',
      'https://client.example:443/back?of=1',
      'https://client.example.evil.example/back?of=1',
      'http://client.example/back?of=1',
    ])
      ok(!isRegistered(other, [local, uri]), other);
  });

  it('lets the port of a loopback address differ, and nothing else of it', () => {
    for (const port of ['', ':80', ':49152'])
      ok(isRegistered(`http://127.0.0.1${port}/callback`, [local]), port);
    for (const other of [
      'http://localhost:33418/callback',
      'https://127.0.0.1:33418/callback',
      'http://127.0.0.1:33418/callback/',
      'http://127.0.0.1:33418/callback?more=1',
      'http://127.0.0.1:33418@client.example/callback',
      'http://127.0.0.1.client.example:33418/callback',
    ])
      ok(!isRegistered(other, [local]), other);
    ok(!isRegistered('https://client.example:444/back?of=1', [uri]));
    ok(!isRegistered('https://localhost:444/back', ['https://localhost/back']));
  });

  it('adds an answer to what the URI has, and no text breaks out of it', () => {
    equal(
      redirectTo(uri, { code: 'a&b=c#d', state: undefined, iss: url }),
      'https://client.example/back?of=1&code=a%26b%3Dc%23d&iss=https%3A%2F%2Ftide.example',
    );
  });
});

describe('what a remote client asks for', () => {
  const of = (changes: Partial<Record<keyof typeof asked | 'scope', string | undefined>>) =>
    judged({ ...asked, ...changes }, client, url);

  it('may be allowed when all of it is right', () => {
    const open = { kind: 'open', redirectUri: uri, verifierHash: asked.code_challenge };
    deepEqual(of({}), { ...open, scopes: ['read', 'act'] });
    deepEqual(of({ scope: 'read' }), { ...open, scopes: ['read'] });
    deepEqual(of({ scope: 'act' }), { ...open, scopes: ['read', 'act'] });
    deepEqual(of({ scope: 'openid read' }), { ...open, scopes: ['read'] });
    deepEqual(of({ resource: undefined }), of({}));
    deepEqual(of({ resource: `${url}/mcp/` }), of({}));
    deepEqual(of({ redirect_uri: local }), { ...of({}), redirectUri: local });
  });

  it('sends no browser to an address that the client did not register', () => {
    for (const redirect_uri of [undefined, '', 'https://evil.example/back'])
      equal(of({ redirect_uri }).kind, 'unsafe');
    equal(judged(asked, undefined, url).kind, 'unsafe');
    equal(of({ redirect_uri: 'https://evil.example/', response_type: 'token' }).kind, 'unsafe');
  });

  for (const [why, changes, error] of [
    ['a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['a challenge in clear', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method of the challenge', { code_challenge_method: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another path', { resource: `${url}/v1` }, 'invalid_target'],
    ['unknown scopes', { scope: 'openid admin' }, 'invalid_scope'],
  ] as const)
    it(`tells the client about ${why}`, () => {
      const found = of(changes);
      ok(found.kind === 'refused');
      const to = new URL(found.to);
      equal(`${to.origin}${to.pathname}`, 'https://client.example/back');
      const { of: own, error: word, state, iss } = Object.fromEntries(to.searchParams);
      deepEqual({ own, word, state, iss }, { own: '1', word: error, state: asked.state, iss: url });
    });
});

describe('ids of remote clients', () => {
  /** As long as a MAC, and other for another text. */
  const keyring = {
    mac: async (purpose: string, text: string) =>
      Buffer.from(`${purpose}${text}`.padEnd(32, '.').slice(-32)),
  };

  it('hold the registration, and no other one passes', async () => {
    const id = await clientIdOf(client, keyring);
    deepEqual(await clientOf(id, keyring), client);
    const [body = '', mac = ''] = id.split('.');
    const other = Buffer.from(JSON.stringify([1, 'Evil', ['https://evil.example/']]));
    for (const wrong of [
      '',
      '.',
      body,
      `${body}.`,
      `${id}.more`,
      `${id}x`,
      `.${mac}`,
      `${other.toString('base64url')}.${mac}`,
      `${body}.${'A'.repeat(mac.length)}`,
    ])
      equal(await clientOf(wrong, keyring), undefined, wrong);
  });

  it('end when nobody allowed them anything in time', () => {
    const endsAtMs = 1_000_000 + oauthLimits.unusedClientMs;
    equal(isUnusedTooLong(client, endsAtMs - 1), false);
    equal(isUnusedTooLong(client, endsAtMs), true);
  });

  it('fit into a link at their longest', async () => {
    const { redirectUrisCharactersMax, clientNameCharactersMax, clientIdCharactersMax } =
      oauthLimits;
    const redirectUris = ['https://a.example/', 'x'.repeat(redirectUrisCharactersMax - 18)];
    // The most bytes that a character of a name takes.
    const name = '漢'.repeat(clientNameCharactersMax);
    const id = await clientIdOf({ ...client, name, redirectUris }, keyring);
    ok(id.length <= clientIdCharactersMax, String(id.length));
  });
});

describe('metadata for remote clients', () => {
  it('names one server, which is the issuer', () => {
    const { resource, authorization_servers: servers } = resourceMetadata(url);
    deepEqual([resource, servers], [`${url}/mcp`, [serverMetadata(url).issuer]]);
  });

  it('names endpoints below the public URL, for public clients with PKCE', () => {
    const found = serverMetadata(`${url}/team`);
    for (const [name, text] of Object.entries(found))
      if (name.endsWith('_endpoint')) ok(String(text).startsWith(`${url}/team/oauth/`), name);
    deepEqual(found.code_challenge_methods_supported, ['S256']);
    deepEqual(found.token_endpoint_auth_methods_supported, ['none']);
    deepEqual(found.response_types_supported, ['code']);
  });
});
