import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { verificationCode, verificationCodeMac } from '../../domain/accounts/verification-code.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import { reveal } from '../../platform/privacy/personal.ts';
import { registrations } from '../../projections/accounts/registrations.ts';
import { organizations } from '../../projections/organizations/organizations.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import { hourMs, minuteMs } from '../../schemas/durations.ts';
import { commandId, organizationId, registrationStream, sessionId } from '../../schemas/ids.ts';
import { topics } from '../../schemas/topics.ts';
import { organizationsPerMailboxMax } from '../../services/decider/core/accounts/mailbox.ts';
import { verificationWish } from '../../services/ingest-api/accounts/verification-wish.ts';
import { type Client, clientOf, refused } from '../support/account-client.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { storedCommands, storedEvents } from '../support/fixtures.ts';
import { mailDeliveries } from '../support/mail-deliveries.ts';
import { until } from '../support/until.ts';
import { mistyped } from '../support/whole-account.ts';

describe('limits of accounts', function () {
  this.timeout(60_000);
  let accounts: Accounts;
  let client: Client;

  beforeEach(async () => {
    accounts = await openAccounts();
    client = clientOf(accounts);
  });
  afterEach(() => accounts.close());

  const codeOf = (session: string): Promise<string> =>
    verificationCode(sessionId(session), accounts.keyring);

  it('pause a mailbox after five wrong codes, and take the right one after the pause', async () => {
    const { session_id: first } = await client.register();
    const wrong = mistyped(await codeOf(first));
    for (let guess = 0; guess < 5; guess++)
      await refused(client.verify(first, wrong), 400, 'verification_code_invalid');
    const { session_id: next } = await client.register({ email: 'ada+x@example.org' });
    const problem = await refused(
      client.verify(next, await codeOf(next)),
      429,
      'too_many_wrong_codes',
    );
    equal(problem.headers['Retry-After'], '60');
    accounts.clock.nowMs += minuteMs - 1;
    const last = client.verify(next, await codeOf(next));
    equal((await refused(last, 429, 'too_many_wrong_codes')).headers['Retry-After'], '1');
    accounts.clock.nowMs += 1;
    ok((await client.verify(next, await codeOf(next))).api_key);
  });

  it('count the codes of every tag of a mailbox together', async () => {
    for (const tag of ['', '+a', '+b', '+c', '+d'])
      await client.register({ email: `ada${tag}@example.org` });
    await refused(client.register({ email: 'ada+e@example.org' }), 429, 'too_many_codes');
    await client.register({ email: 'ada.e@example.org' });
  });

  it('give a mailbox so many organizations, each address its own', async () => {
    const found = new Set<string>();
    for (let n = 0; n < organizationsPerMailboxMax; n++)
      found.add((await client.signUp({ email: `ada+${n}@example.org` })).organization_id);
    equal(found.size, organizationsPerMailboxMax);
    accounts.clock.nowMs += hourMs;
    const { session_id } = await client.register({ email: 'ada@example.org' });
    const code = await codeOf(session_id);
    const problem = await refused(client.verify(session_id, code), 409, 'limit_reached');
    match(problem.message, /at most 5 organizations/);
    const again = await client.signUp({ email: 'ada+0@example.org' });
    ok(found.has(again.organization_id));
  });

  it('send the owner one mail for each key, over repetitions and restarts', async () => {
    const asked = { 'idempotency-key': 'one' };
    const { session_id } = await client.register();
    const code = await codeOf(session_id);
    await client.verify(session_id, code, asked);
    await client.verify(session_id, code, asked);
    await accounts.restart();
    const settled = async () =>
      (await mailDeliveries(accounts.eventStore)).filter(({ type }) => type === 'DeliverySettled')
        .length === 2;
    await until('the code and the notice to be settled', settled);
    await accounts.restart();
    await client.register({ email: 'grace@example.org' });
    await accounts.codeTo('grace@example.org');
    const notices = (await accounts.mails()).filter(mail => mail.includes('API key'));
    equal(notices.length, 1);
    const [key] = await client.listed();
    const lines = notices[0]?.replaceAll('=\r\n', '') ?? '';
    match(lines, /\r\nTo: ada@example\.org\r\n/i);
    ok(lines.includes(`tidemark keys revoke ${key?.id}`), lines);
  });

  it('do the same for a right and a wrong code until it is compared', async () => {
    const { session_id } = await client.register({
      organization_name: 'Acme',
      source_metadata: { version: '1' },
    });
    const registration = accounts.projections.get(registrations, session_id);
    ok(registration);
    const right = await codeOf(session_id);
    const askedFor = async (code: string): Promise<readonly string[]> => {
      const asked: string[] = [];
      const keyring = new Proxy(accounts.keyring, {
        get: (target, name: keyof Keyring) => {
          asked.push(name);
          return target[name];
        },
      });
      await verificationWish(
        { code, registration, apiKey: 'key', receivedAtMs: 0, id: commandId(session_id) },
        { keyring, projections: accounts.projections, freePlan },
      );
      return asked;
    };
    deepEqual(await askedFor(mistyped(right)), await askedFor(right));
  });
});

describe('a registration that an earlier version began', function () {
  this.timeout(60_000);
  let accounts: Accounts;

  beforeEach(async () => {
    accounts = await openAccounts();
  });
  afterEach(() => accounts.close());

  const session = sessionId('4609591a-d4ad-5ec6-a723-a438a89c4c52');
  const nameOf = async (id: string): Promise<string | undefined> => {
    const row = accounts.projections.get(organizations, id);
    const owner = { kind: 'organization', id: organizationId(id) } as const;
    ok(row && 'sealed' in row.displayName);
    return reveal(owner, row.displayName, accounts.keyring);
  };
  /** What the fixture cannot know of the keys here. */
  const ofHere = async () => ({
    email: await accounts.keyring.seal({ kind: 'registration', id: session }, 'ada@example.org'),
    codeMac: await verificationCodeMac(
      session,
      await verificationCode(session, accounts.keyring),
      accounts.keyring,
    ),
  });
  const verify = async () => {
    const code = await accounts.codeTo('ada@example.org');
    return clientOf(accounts).verify(session, code);
  };

  it('is verified when its event is in the store, and its name is sealed from then on', async () => {
    const found = storedEvents(1).find(({ event }) => event.type === 'RegistrationRequested');
    ok(found);
    const { nowMs } = accounts.clock;
    const data = { ...found.event.data, ...(await ofHere()), expiresAtMs: nowMs + 15 * minuteMs };
    const event = Object.assign({}, found.event, { atMs: nowMs, data });
    await accounts.eventStore.append(registrationStream(session), [event], -1);
    const { organization_id } = await verify();
    equal(await nameOf(organization_id), 'Acme');
  });

  it('is begun and verified when its command is on the topic', async () => {
    const [sent] = storedCommands(1);
    ok(sent?.value.type === 'RequestRegistration');
    const data = { ...sent.value.data, ...(await ofHere()) };
    const value = { ...sent.value, atMs: accounts.clock.nowMs, data };
    await accounts.topicLog.append(topics.commands, [
      { key: value.stream, value: Buffer.from(JSON.stringify(value)), headers: sent.headers },
    ]);
    const { organization_id } = await verify();
    equal(await nameOf(organization_id), 'Acme');
  });
});
