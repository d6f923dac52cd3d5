import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { reveal } from '../../platform/privacy/personal.ts';
import { users } from '../../projections/accounts/users.ts';
import { subscriptions } from '../../projections/billing/subscriptions.ts';
import { organizations } from '../../projections/organizations/organizations.ts';
import { parseApiKey } from '../../schemas/api-keys/format.ts';
import { organizationId, registrationStream, sessionId } from '../../schemas/ids.ts';
import { deadLetterTopic, topics } from '../../schemas/topics.ts';
import { bodyOf, type Client, clientOf, refused } from '../support/account-client.ts';
import { type Accounts, eventsOf, openAccounts } from '../support/accounts.ts';
import { mailDeliveries } from '../support/mail-deliveries.ts';
import { until } from '../support/until.ts';

describe('accounts', function () {
  this.timeout(60_000);
  let accounts: Accounts;

  beforeEach(async () => {
    accounts = await openAccounts();
  });
  afterEach(() => accounts.close());

  const register: Client['register'] = (...request) => clientOf(accounts).register(...request);
  const verify: Client['verify'] = (...request) => clientOf(accounts).verify(...request);
  const revoke: Client['revoke'] = id => clientOf(accounts).revoke(id);
  const listed = () => clientOf(accounts).listed();
  const signUp: Client['signUp'] = changes => clientOf(accounts).signUp(changes);
  const signal = new AbortController().signal;

  it('go from a registration to a key that is accepted until it is revoked', async () => {
    const registered = await register({ organization_name: 'Acme' });
    equal(registered.message, 'A verification code was sent to ada@example.org');
    equal(Date.parse(registered.expires_at), accounts.clock.nowMs + 15 * 60_000);
    const answer = await verify(registered.session_id, await accounts.codeTo('ada@example.org'));
    equal(answer.service_name, 'checkout');
    equal(answer.dashboard_url, 'http://localhost/services/checkout');
    deepEqual(parseApiKey(answer.api_key), { kind: 'live' });
    equal(await nameOf(answer.organization_id), 'Acme');
    equal(accounts.projections.get(subscriptions, answer.organization_id)?.traceLimit, 200_000);
    const principal = await accounts.authenticate(answer.api_key, { refreshOnMiss: true });
    equal(principal?.organizationId, answer.organization_id);
    equal(principal?.serviceName, 'checkout');
    const [key] = await listed();
    equal(key?.hint, answer.api_key.slice(-4));
    await revoke(key?.id ?? '');
    equal(await accounts.authenticate(answer.api_key, { refreshOnMiss: true }), undefined);
    notEqual((await listed())[0]?.revoked_at, null);
    await refused(revoke(key?.id ?? ''), 409, 'api_key_already_revoked');
    await refused(revoke('nonsense'), 404, 'api_key_unknown');
  });

  it('give a known address another key of its organization, and change nothing else', async () => {
    const first = await signUp();
    const second = await signUp({ email: 'Ada@Example.org', service_name: 'billing' });
    equal(second.organization_id, first.organization_id);
    equal(second.user_id, first.user_id);
    notEqual(second.api_key, first.api_key);
    equal(accounts.projections.list(organizations, { limit: 10 }).length, 1);
  });

  it('keep one organization when two sessions of a new address are verified at once', async () => {
    const sessions = [await register(), await register({ service_name: 'billing' })];
    const codes = await until('two codes', async () => {
      const found = (await accounts.mails()).map(
        mail => /^Subject: .* (\d{6})\r$/m.exec(mail)?.[1],
      );
      return found.length === 2 && found;
    });
    const tries = sessions.flatMap(({ session_id }) =>
      codes.map(code => [session_id, code] as const),
    );
    const answers = await Promise.allSettled(
      tries.map(([session, code]) => verify(session, code ?? '')),
    );
    const verified = answers.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
    equal(verified.length, 2);
    equal(new Set(verified.map(one => one.organization_id)).size, 1);
    equal(accounts.projections.list(users, { limit: 10 }).length, 1);
    equal(accounts.projections.list(organizations, { limit: 10 }).length, 1);
  });

  it('count wrong codes and lock the session after five', async () => {
    const { session_id } = await register();
    const code = await accounts.codeTo('ada@example.org');
    const wrong = code === '000000' ? '111111' : '000000';
    for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt', 'no attempts']) {
      const problem = await refused(verify(session_id, wrong), 400, 'verification_code_invalid');
      match(problem.message, new RegExp(left));
    }
    await refused(verify(session_id, code), 400, 'verification_locked');
  });

  it('take a code once, and say so', async () => {
    const { session_id } = await register();
    const code = await accounts.codeTo('ada@example.org');
    await verify(session_id, code);
    await refused(verify(session_id, code), 409, 'verification_code_used');
  });

  it('refuse an expired code and an unknown session', async () => {
    const { session_id } = await register();
    const code = await accounts.codeTo('ada@example.org');
    accounts.clock.nowMs += 15 * 60_000;
    const problem = await refused(verify(session_id, code), 410, 'verification_code_expired');
    match(problem.message, /expired.*register again/);
    const unknown = '00000000-0000-4000-8000-000000000000';
    await refused(verify(unknown, code), 404, 'registration_unknown');
  });

  it('repeat an answer for the same Idempotency-Key, the API key included', async () => {
    const asked = { 'idempotency-key': 'one' };
    const first = await register({}, asked);
    deepEqual(await register({}, asked), first);
    await refused(register({ service_name: 'other' }, asked), 409, 'idempotency_key_reused');
    const code = await accounts.codeTo('ada@example.org');
    const answer = await verify(first.session_id, code, asked);
    deepEqual(await verify(first.session_id, code, asked), answer);
    equal((await accounts.codeMails()).length, 1);
    equal((await listed()).length, 1);
  });

  it('send five codes an hour to an address', async () => {
    for (let n = 0; n < 5; n++) await register();
    const problem = await refused(register(), 429, 'too_many_codes');
    ok(Number(problem.headers['Retry-After']) > 0);
    await register({ email: 'grace@example.org' });
  });

  it('hold no address, code or key in clear', async () => {
    const { session_id } = await register();
    const code = await accounts.codeTo('ada@example.org');
    const { api_key } = await verify(session_id, code);
    const texts = [...(await allEvents()), ...(await allCommands())];
    ok(texts.length > 8);
    for (const text of texts) {
      for (const secret of ['ada@example.org', `"${code}"`, api_key]) {
        ok(!text.includes(secret), `expected nothing secret, found ${secret} in ${text}`);
      }
    }
  });

  it('destroy the key of a registration after its end and keep the address for its owner', async () => {
    const { session_id } = await register();
    const answer = await verify(session_id, await accounts.codeTo('ada@example.org'));
    const registration = { kind: 'registration', id: sessionId(session_id) } as const;
    const [requested] = await eventsOf(accounts.eventStore, registrationStream(registration.id));
    ok(requested?.type === 'RegistrationRequested');
    const sealed = requested.data.email;
    await until(
      'the key to be destroyed',
      async () => (await accounts.keyring.unseal(registration, sealed)) === undefined,
    );
    const [user] = accounts.projections.list(users, { limit: 1 });
    ok(user);
    const owner = {
      kind: 'organization',
      id: organizationId(answer.organization_id),
    } as const;
    equal(await accounts.keyring.unseal(owner, user.row.email), 'ada@example.org');
  });

  it('send every mail once, over restarts', async () => {
    await register();
    await accounts.codeTo('ada@example.org');
    await accounts.restart();
    await register({ email: 'grace@example.org' });
    await accounts.codeTo('grace@example.org');
    await accounts.restart();
    await until('two settled deliveries', async () => {
      const events = await mailDeliveries(accounts.eventStore);
      return events.length >= 2;
    });
    const events = await mailDeliveries(accounts.eventStore);
    deepEqual(
      events.map(({ type }) => type),
      ['DeliverySettled', 'DeliverySettled'],
    );
    equal((await accounts.mails()).length, 2);
  });

  it('put a command that is none aside, and go on', async () => {
    await accounts.topicLog.append(topics.commands, [
      { key: 'a', partition: 0, value: Buffer.from('{'), headers: { v: '1' } },
      { key: 'a', partition: 1, value: Buffer.from('{}'), headers: { v: '9' } },
    ]);
    await signUp();
    const dead = await Promise.all(
      [0, 1].map(partition =>
        accounts.topicLog.read(
          deadLetterTopic(topics.commands),
          { partition, offset: 0 },
          { recordsMax: 10, bytesMax: 10_000 },
        ),
      ),
    );
    deepEqual(
      dead.flat().map(({ headers }) => headers['dead-reason']),
      ['malformed', 'malformed'],
    );
  });

  it('tell the status of the integration of a key', async () => {
    const { api_key } = await signUp({ source: 'express' });
    const key = await accounts.authenticate(api_key, { refreshOnMiss: true });
    ok(key);
    const answer = await accounts.integrationStatus(
      accounts.request<'integrationStatus'>({ query: {}, body: undefined, params: undefined, key }),
    );
    deepEqual(bodyOf(answer), {
      status: 'active',
      integration: {
        service_name: 'checkout',
        integration_type: 'express',
        source: 'express',
        status: 'active',
        first_data_at: null,
        last_data_at: null,
      },
    });
  });

  async function nameOf(id: string): Promise<string | undefined> {
    const row = accounts.projections.get(organizations, id);
    const owner = { kind: 'organization', id: organizationId(id) } as const;
    return row && reveal(owner, row.displayName, accounts.keyring);
  }

  async function allEvents(): Promise<readonly string[]> {
    const head = await accounts.eventStore.head();
    const texts: string[] = [];
    for await (const batch of accounts.eventStore.subscribe({ after: -1, signal })) {
      texts.push(...batch.events.map(event => JSON.stringify(event)));
      if (batch.position >= head) break;
    }
    return texts;
  }

  async function allCommands(): Promise<readonly string[]> {
    const pages = await Promise.all(
      [0, 1].map(partition =>
        accounts.topicLog.read(
          topics.commands,
          { partition, offset: 0 },
          { recordsMax: 100, bytesMax: 1_000_000 },
        ),
      ),
    );
    return pages.flat().map(({ value }) => Buffer.from(value).toString());
  }
});

describe('registrations from one client address', () => {
  it('are limited by the hour', async () => {
    const accounts = await openAccounts({ perHourMax: 2 });
    const register = (address: string) => clientOf(accounts).register({}, {}, address);
    await register('2001:db8::1');
    await register('2001:db8::2');
    const problem = await refused(register('2001:db8::3'), 429, 'rate_limited');
    equal(problem.headers['Retry-After'], '3600');
    await register('192.0.2.7');
    accounts.clock.nowMs += 3_600_000;
    await register('2001:db8::3');
    await accounts.close();
  }).timeout(60_000);
});
