import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { revisions } from '../support/mcp-client.ts';
import { allowedAt, redirectUri, sessionOf } from '../support/oauth-client.ts';
import { until } from '../support/until.ts';

/** What a client keeps, and the link that it would open in a browser. */
function openProvider() {
  const kept: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    link?: URL;
    discovered?: unknown;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: 'Test client',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'a state',
    clientInformation: () => kept.client,
    saveClientInformation: client => void Object.assign(kept, { client: client }),
    tokens: () => kept.tokens,
    saveTokens: tokens => void Object.assign(kept, { tokens: tokens }),
    redirectToAuthorization: link => void Object.assign(kept, { link: link }),
    saveCodeVerifier: verifier => void Object.assign(kept, { verifier: verifier }),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: discovered => void Object.assign(kept, { discovered }),
    discoveryState: () => kept.discovered as never,
    invalidateCredentials: scope => {
      if (scope === 'tokens' || scope === 'all') delete kept.tokens;
      if (scope === 'client' || scope === 'all') delete kept.client;
    },
  };
  return { provider, kept };
}

onBothEngines('a remote client that knows only the URL', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let session: string;
  const clients: Client[] = [];

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark, 'checkout');
    session = await sessionOf(tidemark, ada);
  });
  after(async () => {
    await Promise.all(clients.map(client => client.close()));
    await tidemark?.close();
  });

  const endpoint = () => new URL('/mcp', tidemark.url);
  const transportOf = (authProvider: OAuthClientProvider) =>
    new StreamableHTTPClientTransport(endpoint(), { authProvider });
  const open = async (
    transport: StreamableHTTPClientTransport,
    revision?: string,
  ): Promise<Client> => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      revision === undefined ? {} : { versionNegotiation: { mode: { pin: revision } } },
    );
    clients.push(client);
    await client.connect(transport);
    return client;
  };
  const grants = async () => {
    const { status, body } = await ada.ask<ResponseOf<'listGrants'>>('GET', '/v1/me/grants', {
      key: session,
    });
    equal(status, 200);
    return body.grants;
  };
  const signedIn = async (allowed: 'read' | 'act', revision?: string) => {
    const { provider, kept } = openProvider();
    const first = transportOf(provider);
    await rejects(open(first, revision), UnauthorizedError);
    ok(kept.link);
    const answer = await allowedAt(ada, session, kept.link, allowed);
    equal(answer.searchParams.get('state'), 'a state');
    await first.finishAuth(answer.searchParams);
    return { provider, kept, client: await open(transportOf(provider), revision) };
  };

  it('finds out at the server where tokens come from, and keys work as before', async () => {
    const response = await fetch(endpoint(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    equal(response.status, 401);
    const metadata = `${tidemark.url}/.well-known/oauth-protected-resource/mcp`;
    equal(response.headers.get('WWW-Authenticate'), `Bearer resource_metadata="${metadata}"`);
    equal(((await response.json()) as { code: string }).code, 'invalid_api_key');
    const { resource } = (await (await fetch(metadata)).json()) as { resource: string };
    equal(resource, endpoint().href);
    const elsewhere = await fetch(`${tidemark.url}/v1/services`);
    equal(elsewhere.headers.get('WWW-Authenticate'), 'Bearer');
  });

  for (const revision of revisions) {
    describe(`of ${revision ?? '2025-11-25'}`, () => {
      it('registers, asks a person, reads with what it got, and gets new tokens', async () => {
        const { kept, provider, client } = await signedIn('read', revision);
        const { tools } = await client.listTools();
        ok(tools.length > 10);
        ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
        const { isError } = await client.callTool({ name: 'list_services', arguments: {} });
        ok(isError !== true);
        const before = kept.tokens;
        ok(before);
        equal(before.scope, 'read');
        // As after an hour: the access token is no good, and the client uses the other one.
        kept.tokens = { ...before, access_token: 'tmk_grant_gone' };
        const later = await open(transportOf(provider), revision);
        ok((await later.listTools()).tools.length > 10);
        match(kept.tokens.refresh_token ?? '', /^tmk_refresh_/);
        ok(kept.tokens.refresh_token !== before.refresh_token);
      });

      it('acts where a person allowed that, as what it is', async () => {
        const { client } = await signedIn('act', revision);
        const listed = (await client.listTools()).tools.map(({ name }) => name);
        deepEqual(
          ['create_silence', 'change_replay_settings', 'invite_member'].map(name =>
            listed.includes(name),
          ),
          [true, true, false],
        );
        const people = await client.callTool({
          name: 'invite_member',
          arguments: { email: 'eve@example.org', role: 'owner' },
        });
        equal(people.isError, true);
        match(JSON.stringify(people.content), /key_not_allowed: a remote client may not do this/u);
        const { isError, content } = await client.callTool({
          name: 'create_silence',
          arguments: { service: 'checkout', until: inAnHour(), reason: 'by a remote client' },
        });
        ok(isError !== true, JSON.stringify(content));
        const [grant] = await grants();
        const { body } = await ada.ask<ResponseOf<'audit'>>(
          'GET',
          `/v1/audit?type=SilenceStarted&actor=key:${grant?.id}`,
        );
        equal(body.events.length, 1);
      });

      it('is refused once the person revokes it', async () => {
        const { client, kept } = await signedIn('read', revision);
        const [grant] = await grants();
        ok(grant);
        deepEqual([grant.client_name, grant.redirect_host], ['Test client', '127.0.0.1:33418']);
        equal(grant.status, 'active');
        const revoked = await ada.ask('DELETE', `/v1/me/grants/${grant.id}`, { key: session });
        deepEqual([revoked.status, revoked.body.success], [200, true]);
        delete kept.link;
        await until('the refusal', async () => {
          const call = client.callTool({ name: 'list_services', arguments: {} });
          return (await call.catch(error => error)) instanceof UnauthorizedError;
        });
        ok(kept.link, 'it asks the person again');
        equal((await grants()).find(({ id }) => id === grant.id)?.status, 'revoked');
        const { body } = await ada.ask<ResponseOf<'audit'>>(
          'GET',
          `/v1/audit?resource=grant:${grant.id}`,
        );
        deepEqual(
          body.events.map(({ type, actor }) => [type, actor.type]),
          [
            ['GrantRevoked', 'user'],
            ['GrantAllowed', 'user'],
          ],
        );
      });
    });
  }

  it('gets an error when a person denies', async () => {
    const { provider, kept } = openProvider();
    const transport = transportOf(provider);
    await rejects(open(transport), UnauthorizedError);
    const path = `/v1/me/authorization${kept.link?.search}`;
    const { body } = await ada.ask<ResponseOf<'getAuthorization'>>('GET', path, { key: session });
    const answer = new URL(body.denied_to).searchParams;
    deepEqual(Object.fromEntries(answer), {
      error: 'access_denied',
      state: 'a state',
      iss: tidemark.url,
    });
    await rejects(transport.finishAuth(answer), /access_denied/);
  });
});

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
