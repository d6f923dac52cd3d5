import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { formatApiKey, parseApiKey } from '../../schemas/api-keys/format.ts';
import {
  apiKeyStream,
  keyId,
  mailboxStream,
  type SessionId,
  sessionId,
  sessionStream,
} from '../../schemas/ids.ts';
import { codesPerHourMax } from '../../services/decider/core/accounts/mailbox.ts';
import { clientOf, refused } from '../support/account-client.ts';
import { type Accounts, eventsOf, openAccounts } from '../support/accounts.ts';
import { sessionClientOf } from '../support/session-client.ts';
import { until } from '../support/until.ts';

const hourMs = 3_600_000;

describe('sign-in', function () {
  this.timeout(60_000);
  let accounts: Accounts;
  let client: ReturnType<typeof sessionClientOf>;

  beforeEach(async () => {
    accounts = await openAccounts();
    client = sessionClientOf(accounts);
  });
  afterEach(() => accounts.close());

  const signUp = (email: string, changes: object = {}) =>
    clientOf(accounts).signUp({ email, ...changes });
  const principalOf = (key: string | null) =>
    accounts.authenticate(key ?? '', { refreshOnMiss: true });
  const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000');

  it('gives a key of a person for the mailed code, for 12 hours', async () => {
    const { organization_id: organization, user_id: user } = await signUp('ada@example.org', {
      organization_name: 'Acme',
    });
    const signed = await client.signIn('Ada@Example.org');
    const { api_key: key, expires_at: expiresAt, ...rest } = signed;
    deepEqual(rest, {
      user_id: user,
      organization_id: organization,
      organizations: [{ id: organization, name: 'Acme', is_invitation: false }],
    });
    deepEqual(parseApiKey(key ?? ''), { kind: 'session' });
    const endsAtMs = accounts.clock.nowMs + 12 * hourMs;
    equal(Date.parse(expiresAt ?? ''), endsAtMs);
    const principal = await principalOf(key);
    ok(principal);
    const { keyId: id, ...may } = principal;
    const serviceName = 'checkout';
    const expected = { organizationId: organization, userId: user, serviceName, endsAtMs };
    deepEqual(may, { kind: 'session', role: 'owner', ...expected });
    accounts.clock.nowMs = endsAtMs - 1;
    notEqual(await principalOf(key), undefined);
    accounts.clock.nowMs = endsAtMs;
    equal(await principalOf(key), undefined);
    equal((await eventsOf(accounts.eventStore, apiKeyStream(keyId(id)))).length, 0);
  });

  it('ends at once, for this key alone, and acts as the person', async () => {
    const {
      organization_id: organization,
      user_id: user,
      api_key: live,
    } = await signUp('ada@example.org');
    const { api_key: first } = await client.signIn('ada@example.org');
    const { api_key: second } = await client.signIn('ada@example.org');
    const principal = await principalOf(first);
    ok(principal);
    deepEqual(await client.end(principal), { success: true, id: principal.keyId });
    deepEqual(await client.end(principal), { success: true, id: principal.keyId });
    equal(await principalOf(first), undefined);
    notEqual(await principalOf(second), undefined);
    notEqual(await principalOf(live), undefined);
    const events = await eventsOf(accounts.eventStore, sessionStream(sessionOf(principal)));
    const shown = events.map(({ type, actor, organizationId: of }) => [type, actor, of]);
    deepEqual(shown.slice(1), [
      ['SessionStarted', `session:${principal.keyId}`, organization],
      ['SessionEnded', `user:${user}`, organization],
    ]);
  });

  it('is no API key: it counts for no mailbox, and no mail tells of it', async () => {
    await signUp('ada@example.org');
    const { api_key: key } = await client.signIn('ada@example.org');
    equal((await clientOf(accounts).listed()).length, 1);
    const { session } = await client.requested('ada@example.org');
    const [request] = await eventsOf(accounts.eventStore, sessionStream(sessionId(session)));
    ok(request?.type === 'SessionRequested');
    const mailbox = mailboxStream(request.data.mailboxHash);
    const counted = await eventsOf(accounts.eventStore, mailbox);
    equal(counted.filter(({ type }) => type === 'KeyCounted').length, 1);
    const notices = (await accounts.mails()).filter(mail => mail.includes('API key was issued'));
    deepEqual([notices.length, counted.length], [1, 4]);
    ok(key);
  });

  it('answers an address that nobody registered as one of a member, and lets nobody in', async () => {
    await signUp('ada@example.org');
    const known = await client.request('ada@example.org');
    const unknown = await client.request('eve@example.org');
    deepEqual(Object.keys(unknown), Object.keys(known));
    equal(unknown.message.replace('eve', 'ada'), known.message);
    equal(unknown.expires_at, known.expires_at);
    const mail = await until('the mail', async () =>
      (await accounts.mails()).find(text => text.includes('To: eve@example.org')),
    );
    match(mail, /^Subject: No Tidemark organization is registered with this address\r$/m);
    ok(!/\b\d{6}\b/.test(mail.slice(mail.indexOf('\r\n\r\n'))), mail);
    const tries = [known, unknown].map(({ session_id: session }) => session);
    const code = await accounts.codeTo('ada@example.org');
    const problems = [];
    for (const session of tries) {
      const wrong = await refused(
        client.verify(session, wrongOf(code)),
        400,
        'verification_code_invalid',
      );
      problems.push(wrong.message);
    }
    equal(problems[0], problems[1]);
    await refused(client.verify(tries[1] ?? '', code), 400, 'verification_code_invalid');
  });

  it('lets the plain address of a mailbox choose among what its tagged forms registered', async () => {
    const plain = await signUp('ada@example.org', { organization_name: 'Plain' });
    const tagged = await signUp('ada+shop@example.org', { organization_name: 'Shop' });
    const { session, code } = await client.requested('ada@example.org');
    const choice = await client.verify(session, code);
    deepEqual([choice.api_key, choice.organization_id], [null, null]);
    deepEqual(choice.organizations, [
      { id: plain.organization_id, name: 'Plain', is_invitation: false },
      { id: tagged.organization_id, name: 'Shop', is_invitation: false },
    ]);
    const foreign = '99999999-9999-4999-8999-999999999999';
    await refused(client.verify(session, code, foreign), 404, 'organization_unknown');
    const chosen = await client.verify(session, code, tagged.organization_id);
    deepEqual([chosen.organization_id, chosen.user_id], [tagged.organization_id, tagged.user_id]);
    equal((await principalOf(chosen.api_key))?.organizationId, tagged.organization_id);
    await refused(client.verify(session, code), 409, 'verification_code_used');
  });

  it('lets a tagged address into its own organization alone', async () => {
    await signUp('ada@example.org');
    const tagged = await signUp('ada+shop@example.org');
    const signed = await client.signIn('ada+shop@example.org');
    equal(signed.organization_id, tagged.organization_id);
    equal(signed.organizations.length, 1);
    const { session_id: session } = await client.request('ada+eve@example.org');
    const [request] = await eventsOf(accounts.eventStore, sessionStream(sessionId(session)));
    deepEqual(request?.type === 'SessionRequested' && request.data.memberships, []);
  });

  it('shares the codes of an hour with registrations', async () => {
    for (let count = 0; count < codesPerHourMax; count++)
      if (count % 2 === 0) await client.request('ada@example.org');
      else await clientOf(accounts).register();
    await refused(client.request('ada@example.org'), 429, 'too_many_codes');
    await refused(client.request('ada+x@example.org'), 429, 'too_many_codes');
    await refused(clientOf(accounts).register(), 429, 'too_many_codes');
    accounts.clock.nowMs += hourMs + 1;
    await client.request('ada@example.org');
  });

  it('counts the mails of a network together with registrations', async () => {
    const small = await openAccounts({ perHourMax: 2 });
    try {
      const of = sessionClientOf(small);
      await of.request('ada@example.org');
      await clientOf(small).register({ email: 'eve@example.org' });
      await refused(of.request('grace@example.org'), 429, 'rate_limited');
      await of.request('grace@example.org', {}, '198.51.100.7');
    } finally {
      await small.close();
    }
  });

  it('is refused after five wrong codes, and pauses the mailbox for registrations too', async () => {
    await signUp('ada@example.org');
    const { session, code } = await client.requested('ada@example.org');
    for (let left = 4; left >= 0; left--) {
      const { message } = await refused(
        client.verify(session, wrongOf(code)),
        400,
        'verification_code_invalid',
      );
      match(
        message,
        left === 0 ? /no attempts left, sign in again/ : new RegExp(`${left} attempt`),
      );
    }
    await refused(client.verify(session, code), 400, 'verification_locked');
    const other = await clientOf(accounts).register();
    await refused(
      clientOf(accounts).verify(other.session_id, '000000'),
      429,
      'too_many_wrong_codes',
    );
  });

  it('gives one key for one Idempotency-Key, and none for a code that has expired', async () => {
    await signUp('ada@example.org');
    const { session, code } = await client.requested('ada@example.org');
    const once = { 'idempotency-key': 'once' };
    const first = await client.verify(session, code, undefined, once);
    deepEqual(await client.verify(session, code, undefined, once), first);
    const late = await client.requested('ada@example.org');
    accounts.clock.nowMs += 15 * 60_000;
    await refused(client.verify(late.session, late.code), 410, 'verification_code_expired');
  });

  it('knows no session of a registration, and no registration of a session', async () => {
    const registered = await clientOf(accounts).register();
    await refused(client.verify(registered.session_id, '000000'), 404, 'session_unknown');
    const { session_id: session } = await client.request('ada@example.org');
    await refused(clientOf(accounts).verify(session, '000000'), 404, 'registration_unknown');
    equal(await principalOf(formatApiKey('session', Buffer.alloc(32, 7))), undefined);
  });

  it('forgets the address once the code is used', async () => {
    await signUp('ada@example.org');
    const { session, code } = await client.requested('ada@example.org');
    const id = sessionId(session);
    const [request] = await eventsOf(accounts.eventStore, sessionStream(id));
    ok(request?.type === 'SessionRequested');
    const { email } = request.data;
    const read = () => accounts.keyring.unseal({ kind: 'registration', id }, email);
    equal(await read(), 'ada@example.org');
    await client.verify(session, code);
    await until('the key is gone', async () => (await read()) === undefined);
  });
});

const sessionOf = ({ keyId: id }: { readonly keyId: string }): SessionId => sessionId(id);
