import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { formatApiKey, hashApiKey } from '../../schemas/api-keys/format.ts';
import { eventVersion } from '../../schemas/events/event.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { commandId, eventId, organizationId, userId } from '../../schemas/ids.ts';
import { type GrantId, grantId, grantTokensStream } from '../../schemas/oauth/grant-id.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import {
  allowedAt,
  mcpStatus,
  openRawClient,
  type RawClient,
  sessionOf,
} from '../support/oauth-client.ts';
import { freshSpan } from '../support/otel-send.ts';
import { traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';

type Owner = Awaited<ReturnType<typeof keyOwner>>;

onBothEngines('tokens of remote clients', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Owner;
  let eve: Owner;
  /** Of ada and of eve. */
  let sessions: { readonly ada: string; readonly eve: string };
  let client: RawClient;

  before(async function () {
    tidemark = await start(this, { TIDEMARK_ADMIN_TOKEN: adminToken });
    ada = await keyOwner(tidemark, 'of-ada');
    eve = await keyOwner(tidemark, 'of-eve');
    sessions = { ada: await sessionOf(tidemark, ada), eve: await sessionOf(tidemark, eve) };
    client = await openRawClient(tidemark);
  });
  after(() => tidemark?.close());

  const codeOf = async (scope: 'read' | 'act' = 'read', by: 'ada' | 'eve' = 'ada') => {
    const { link, verifier } = client.link();
    const owner = by === 'ada' ? ada : eve;
    const answer = await allowedAt(owner, sessions[by], link, scope);
    deepEqual(answer.searchParams.get('iss'), tidemark.url);
    return { code: answer.searchParams.get('code') ?? '', verifier };
  };
  const tokensOf = async (scope: 'read' | 'act' = 'read', by: 'ada' | 'eve' = 'ada') => {
    const { code, verifier } = await codeOf(scope, by);
    const { status, body } = await client.exchange(code, verifier);
    equal(status, 200, JSON.stringify(body));
    return { code, verifier, access: body.access_token ?? '', refresh: body.refresh_token };
  };
  const isRefused = (token: string) =>
    until('the refusal', async () => (await mcpStatus(tidemark.url, token)) === 401);
  const grantsOf = async (by: 'ada' | 'eve') => {
    const owner = by === 'ada' ? ada : eve;
    const { body } = await owner.ask<ResponseOf<'listGrants'>>('GET', '/v1/me/grants', {
      key: sessions[by],
    });
    return body.grants;
  };
  const refusal = ({ status, body }: Awaited<ReturnType<RawClient['refresh']>>) => [
    status,
    body.error,
    typeof body.error_description,
  ];
  const invalidGrant = [400, 'invalid_grant', 'string'];

  it('need the verifier, the redirect URI, the resource and the client of the code', async () => {
    const { code, verifier } = await codeOf();
    const other = await openRawClient(tidemark, 'https://other.example/back');
    for (const answer of [
      await client.exchange(code, `${verifier}x`),
      await client.exchange(code, verifier, { redirect_uri: 'http://127.0.0.1:1/callback' }),
      await client.exchange(code, verifier, { client_id: other.clientId }),
      await client.exchange(`${code}x`, verifier),
      await client.exchange(code, verifier, { code: 'a code' }),
    ])
      deepEqual(refusal(answer), invalidGrant);
    const resource = 'https://other.example/mcp';
    const elsewhere = await client.exchange(code, verifier, { resource });
    deepEqual(refusal(elsewhere), [400, 'invalid_target', 'string']);
    const { status, body } = await client.exchange(code, verifier);
    equal(status, 200);
    equal(await mcpStatus(tidemark.url, body.access_token), 200);
  });

  it('end when a code is used again', async () => {
    const { code, verifier, access, refresh } = await tokensOf();
    equal(await mcpStatus(tidemark.url, access), 200);
    deepEqual(refusal(await client.exchange(code, verifier)), invalidGrant);
    await isRefused(access);
    deepEqual(refusal(await client.refresh(refresh)), invalidGrant);
  });

  it('end when a refresh token is used again, the latest ones too', async () => {
    const { access, refresh } = await tokensOf();
    const { status, body } = await client.refresh(refresh);
    equal(status, 200);
    for (const token of [access, body.access_token])
      equal(await mcpStatus(tidemark.url, token), 200);
    deepEqual(refusal(await client.refresh(refresh)), invalidGrant);
    for (const token of [access, body.access_token]) await isRefused(token ?? '');
    deepEqual(refusal(await client.refresh(body.refresh_token)), invalidGrant);
  });

  it('give one of two refreshes at once new tokens, at most', async () => {
    const { refresh } = await tokensOf();
    const answers = await Promise.all([1, 2, 3].map(() => client.refresh(refresh)));
    ok(answers.filter(({ status }) => status === 200).length <= 1);
  });

  it('end when the client gives one back, and when it is of another client, do not', async () => {
    for (const which of ['access', 'refresh'] as const) {
      const tokens = await tokensOf();
      const other = await client.revoke(tokens[which], { client_id: 'another' });
      deepEqual(refusal(other), invalidGrant);
      equal(await mcpStatus(tidemark.url, tokens.access), 200);
      equal((await client.revoke(tokens[which], { client_id: client.clientId })).status, 200);
      await isRefused(tokens.access);
      equal((await client.revoke(tokens[which])).status, 200);
    }
    equal((await client.revoke('no token')).status, 200);
  });

  it('are good for no other route, in any process, also those that act', async () => {
    const { access, refresh = '', code } = await tokensOf('act');
    for (const [method, path] of [
      ['GET', '/v1/services'],
      ['GET', '/v1/me'],
      ['GET', '/v1/me/grants'],
      ['POST', '/v1/me/grants'],
      ['POST', '/v1/api-keys'],
      ['POST', '/v1/traces'],
      ['PATCH', '/v1/organization'],
      ['DELETE', '/v1/sessions/current'],
      ['GET', '/v1/traces/stream'],
    ] as const) {
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const { status, body } = await ada.ask(method, path, { key: access, ...sent });
      deepEqual([status, body.code], [403, 'key_not_allowed'], path);
      for (const text of [refresh, code])
        equal((await ada.ask(method, path, { key: text, ...sent })).status, 401, path);
    }
    for (const text of [refresh, code]) equal(await mcpStatus(tidemark.url, text), 401);
  });

  it('act only where that was allowed', async () => {
    const call = async (token: string) => {
      const { body } = await ada.ask<{ result: { isError?: boolean; content: object[] } }>(
        'POST',
        '/mcp',
        {
          key: token,
          body: {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'delete_alert_rule', arguments: { rule_id: randomUuid() } },
          },
        },
      );
      return JSON.stringify(body.result.content);
    };
    match(await call((await tokensOf('read')).access), /key_not_allowed/);
    match(await call((await tokensOf('act')).access), /not_found|unknown/);
  });

  it('give nothing of another organization, and nobody of it revokes them', async () => {
    const span = freshSpan({ kind: 2 });
    await ada.ask('POST', '/v1/traces', { body: traces([span], 'of-ada') });
    await tidemark.caughtUp();
    const mine = await tokensOf('act');
    const theirs = await tokensOf('act', 'eve');
    const services = async (key: string): Promise<string> => {
      const { body } = await ada.ask('POST', '/mcp', {
        key,
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_trace_detail', arguments: { trace_id: span.traceId } },
        },
      });
      return JSON.stringify(body);
    };
    match(await services(mine.access), /of-ada/);
    ok(!(await services(theirs.access)).includes('of-ada'));
    const own = (await grantsOf('ada')).map(({ id }) => id);
    const [newest] = own;
    ok((await grantsOf('eve')).every(({ id }) => !own.includes(id)));
    const revoked = await eve.ask('DELETE', `/v1/me/grants/${newest}`, { key: sessions.eve });
    deepEqual([revoked.status, revoked.body.code], [404, 'grant_unknown']);
    equal(await mcpStatus(tidemark.url, mine.access), 200);
    const ofNone = await ada.ask('GET', '/v1/me/grants', { key: ada.first });
    deepEqual([ofNone.status, ofNone.body.code], [403, 'key_not_allowed']);
  });

  it('are allowed only by a session, for what the client asked, at an address that it registered', async () => {
    const post = (link: URL, key: string, allowed = 'read') =>
      ada.ask('POST', '/v1/me/grants', {
        key,
        body: { ...Object.fromEntries(link.searchParams), allowed },
      });
    equal((await post(client.link().link, ada.first)).status, 403);
    equal((await post(client.link().link, '')).status, 401);
    for (const changes of [
      { redirect_uri: 'https://evil.example/back' },
      { client_id: `${client.clientId}x` },
      { client_id: undefined },
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
      { resource: 'https://other.example/mcp' },
      { response_type: 'token' },
    ]) {
      const { link } = client.link(changes);
      equal((await post(link, sessions.ada)).status, 400, JSON.stringify(changes));
    }
    const more = await post(client.link({ scope: 'read' }).link, sessions.ada, 'act');
    equal(more.status, 400);
    const unsafe = client.link({ redirect_uri: 'https://evil.example/back' }).link.search;
    const { status, body } = await ada.ask('GET', `/v1/me/authorization${unsafe}`, {
      key: sessions.ada,
    });
    equal(status, 400);
    ok(!JSON.stringify(body).includes('evil.example'));
  });

  it('end by themselves', async () => {
    const { access } = await tokensOf();
    const [grant] = await grantsOf('ada');
    ok(grant);
    const { body } = await ada.ask<ResponseOf<'me'>>('GET', '/v1/me', { key: sessions.ada });
    const of = { grant: grantId(grant.id), user: body.key.user_id ?? '' };
    const [ended, going] = [await issuedToken(of, Date.now() - 1), await issuedToken(of)];
    await until('the other token', async () => (await mcpStatus(tidemark.url, going)) === 200);
    equal(await mcpStatus(tidemark.url, ended), 401);
    equal(await mcpStatus(tidemark.url, access), 200);
  });

  it('end with the organization', async () => {
    const leaving = await keyOwner(tidemark, 'leaving');
    const session = await sessionOf(tidemark, leaving);
    const { link, verifier } = client.link();
    const answer = await allowedAt(leaving, session, link, 'read');
    const { body } = await client.exchange(answer.searchParams.get('code') ?? '', verifier);
    equal(await mcpStatus(tidemark.url, body.access_token), 200);
    const path = `/admin/organizations/${leaving.organization}/erase`;
    const headers = { Authorization: `Bearer ${adminToken}` };
    const url = `${tidemark.urlOf('ingest-api')}${path}`;
    equal((await fetch(url, { method: 'POST', headers })).status, 202);
    await isRefused(body.access_token ?? '');
    deepEqual(refusal(await client.refresh(body.refresh_token)), invalidGrant);
  });

  /** A token of a grant, as its event in the store makes it. */
  async function issuedToken(
    { grant, user }: { readonly grant: GrantId; readonly user: string },
    endsAtMs = Date.now() + 60_000,
  ): Promise<string> {
    const { eventStore } = tidemark.platform;
    const text = formatApiKey('grant', Buffer.from(randomUuid().replaceAll('-', '')));
    const stream = grantTokensStream(grant);
    const of = { grantId: grant, organizationId: organizationId(ada.organization) };
    const data = {
      ...of,
      userId: userId(user),
      accessHash: hashApiKey(text),
      accessExpiresAtMs: endsAtMs,
      refreshHash: hashApiKey(`${text} refresh`),
      refreshExpiresAtMs: endsAtMs,
    };
    const event = {
      type: 'GrantTokensIssued' as const,
      data,
      id: eventId(randomUuid()),
      version: eventVersion,
      organizationId: of.organizationId,
      atMs: Date.now(),
      causationId: commandId(randomUuid()),
      correlationId: 'test',
      actor: 'operator',
    };
    await eventStore.append(stream, [event], 'any');
    return text;
  }
});
