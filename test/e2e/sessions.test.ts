import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { verificationCode } from '../../domain/accounts/verification-code.ts';
import { packageVersion } from '../../platform/package.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { sessionId } from '../../schemas/ids.ts';
import { keyOwner, type ShownKey } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan } from '../support/otel-send.ts';
import { traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';

type Me = ResponseOf<'me'>;
type Verified = ResponseOf<'verifySession'>;

const isWith = (code: string) => (mail: string) => mail.includes(code);

onBothEngines('sign-in and the key that asks', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let grace: Awaited<ReturnType<typeof keyOwner>>;
  /** A mailbox gets few codes in an hour. */
  let signed: Verified & { readonly api_key: string };

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
    grace = await keyOwner(tidemark);
  });
  after(() => tidemark?.close());

  const requested = async (email: string) => {
    const { status, body } = await ada.ask<ResponseOf<'requestSession'>>('POST', '/v1/sessions', {
      key: '',
      body: { email },
    });
    equal(status, 200);
    const id = sessionId(body.session_id);
    return { session_id: id, code: await verificationCode(id, tidemark.platform.keyring) };
  };
  const verify = <Body = Verified>(body: object) =>
    ada.ask<Body>('POST', '/v1/sessions/verify', { key: '', body });
  const signIn = async (): Promise<Verified & { readonly api_key: string }> => {
    const { status, body } = await verify(await requested(ada.email));
    equal(status, 200);
    return { ...body, api_key: body.api_key ?? '' };
  };
  const me = async (key: string): Promise<Me> => {
    const { status, body } = await ada.ask<Me>('GET', '/v1/me', { key });
    equal(status, 200, JSON.stringify(body));
    return body;
  };

  it('mails the code, which gives a key that may read and change', async () => {
    const sent = await requested(` ${ada.email.toUpperCase()} `);
    await until('the mail', async () =>
      (await tidemark.mailsTo(ada.email)).some(isWith(sent.code)),
    );
    const { body } = await verify(sent);
    const { api_key: key, organization_id: organization } = body;
    signed = { ...body, api_key: key ?? '' };
    equal(organization, ada.organization);
    match(signed.api_key, /^tmk_session_/);
    equal((await ada.ask('GET', '/v1/organization', { key: signed.api_key })).status, 200);
    const made = await ada.ask<ShownKey>('POST', '/v1/api-keys', {
      key: signed.api_key,
      body: { name: 'from the page', kind: 'read' },
    });
    equal(made.status, 201);
  });

  it('sends no telemetry with it, and no other key ends a session', async () => {
    const { api_key: key } = signed;
    const body = traces([freshSpan()], 'checkout');
    const sent = await ada.ask('POST', '/v1/traces', { key, body });
    deepEqual([sent.status, sent.body.code], [403, 'key_not_allowed']);
    const ended = await ada.ask('DELETE', '/v1/sessions/current');
    deepEqual([ended.status, ended.body.code], [403, 'key_not_allowed']);
  });

  it('is in no list of API keys, and none of their routes takes it', async () => {
    const { api_key: key } = signed;
    const { id } = (await me(key)).key;
    const { api_keys: keys } = await ada.list();
    ok(keys.every(each => each.id !== id));
    const path = `/v1/api-keys/${id}`;
    const asked = [
      await ada.ask('GET', path, { key }),
      await ada.ask('PATCH', path, { key, body: { name: 'longer' } }),
      await ada.ask('POST', `${path}/rotate`, { key, body: {} }),
      await ada.ask('DELETE', path, { key }),
    ];
    deepEqual(
      asked.map(({ status }) => status),
      [404, 404, 404, 404],
    );
  });

  it('acts as the person in the audit log', async () => {
    const { api_key: key, user_id: user } = signed;
    const name = `Renamed ${Date.now()}`;
    equal((await ada.ask('PATCH', '/v1/organization', { key, body: { name } })).status, 200);
    const query = `?type=OrganizationRenamed&actor=user:${user}`;
    const { body } = await ada.ask<ResponseOf<'audit'>>('GET', `/v1/audit${query}`, { key });
    deepEqual(body.events[0]?.actor, { type: 'user', id: user });
    equal((await me(key)).organization.name, name);
  });

  it('ends at every process, and nothing else does', async () => {
    const [first, second] = [await signIn(), signed];
    const { status, body } = await ada.ask('DELETE', '/v1/sessions/current', {
      key: first.api_key,
    });
    deepEqual([status, body.success], [200, true]);
    const asked = await Promise.all(
      ['GET /v1/me', 'PATCH /v1/organization', 'DELETE /v1/sessions/current'].map(async route => {
        const [method = '', path = ''] = route.split(' ');
        const sent = method === 'PATCH' ? { body: { name: 'Ended' } } : {};
        return until('the end', async () => {
          const answer = await ada.ask(method, path, { key: first.api_key, ...sent });
          return answer.status === 401 && answer.body.code;
        });
      }),
    );
    deepEqual(asked, ['invalid_api_key', 'invalid_api_key', 'invalid_api_key']);
    equal((await me(second.api_key)).key.kind, 'session');
  });

  it('gives nobody an organization of others', async () => {
    const eve = await requested(`eve-${Date.now()}@example.org`);
    const { status, body } = await verify<Record<string, unknown>>({
      ...eve,
      organization_id: ada.organization,
    });
    deepEqual([status, body.code], [400, 'verification_code_invalid']);
    const other = await verify<Record<string, unknown>>({
      ...(await requested(grace.email)),
      organization_id: ada.organization,
    });
    deepEqual([other.status, other.body.code], [404, 'organization_unknown']);
  });

  describe('GET /v1/me', () => {
    it('describes a session by its person and end', async () => {
      const { key, ...rest } = await me(signed.api_key);
      deepEqual(key, {
        id: key.id,
        name: `session ${key.id.slice(0, 8)}`,
        kind: 'session',
        services: null,
        expires_at: signed.expires_at,
        user_id: signed.user_id,
        role: 'owner',
      });
      const { organization } = await me(ada.first);
      deepEqual(rest.organization, organization);
    });

    it('describes a read key, and the plan as billing does', async () => {
      const expiresAt = '2199-01-02T03:04:05.000Z';
      const { key, id } = await ada.issue('read', { expires_at: expiresAt });
      const { key: shown, organization, subscription, version } = await me(key);
      deepEqual(shown, {
        id,
        name: 'a read key',
        kind: 'read',
        services: null,
        expires_at: expiresAt,
        user_id: null,
        role: null,
      });
      equal(organization.id, ada.organization);
      const { body } = await ada.ask<ResponseOf<'subscription'>>('GET', '/v1/billing/subscription');
      const { status: _, parked: __, payment: ___, ...plan } = body;
      deepEqual({ ...subscription, usage: undefined }, { ...plan, usage: undefined });
      equal(subscription?.usage.trace_limit, plan.usage.trace_limit);
      equal(version, packageVersion());
    });

    it('tells a key that is restricted to services no figure of the organization', async () => {
      const { key } = await ada.issue('read', { services: ['checkout'] });
      const { key: shown, organization, subscription } = await me(key);
      deepEqual(shown.services, ['checkout']);
      notEqual(organization.name, null);
      equal(subscription, null);
    });

    it('refuses public keys', async () => {
      for (const kind of ['pub', 'widget']) {
        const { key } = await ada.issue(kind, { allow_no_origin: true });
        const { status, body } = await ada.ask('GET', '/v1/me', { key });
        deepEqual([status, body.code], [403, 'public_key_not_allowed']);
      }
    });

    it('tells how far state reaches back, and what is there already', async () => {
      const created = (await ada.ask('GET', '/v1/organization')).body.created_at;
      const { earliest, watermark } = await me(ada.first);
      deepEqual([earliest.state, earliest.proof], [created, created]);
      ok(Date.parse(earliest.telemetry) < Date.now());
      equal((await ada.ask('GET', `/v1/alerts/active?as_of=${earliest.state}`)).status, 200);
      await ada.ask('POST', '/v1/traces', { body: traces([freshSpan()], 'checkout') });
      await tidemark.caughtUp();
      await until('a later watermark', async () => {
        const later = (await me(ada.first)).watermark;
        return later !== null && later > (watermark ?? '');
      });
    });
  });
});
