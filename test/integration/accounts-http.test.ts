import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { controlledClock } from '../support/controlled-clock.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { mistyped, personAt, type Reply, recordsOf } from '../support/whole-account.ts';

const quarterMs = 15 * 60_000;

describe('accounts over HTTP', function () {
  this.timeout(60_000);
  const clock = controlledClock();
  let server: ObservedServer;
  let person: ReturnType<typeof personAt>;
  let records: ReturnType<typeof recordsOf>;

  before(async () => {
    server = await startObservedServer({ clock: clock.now });
    person = personAt(server);
    records = recordsOf(server);
  });

  after(() => server.close());

  const refusal = ({ status, body }: Reply): unknown => [status, body.code];

  it('give a new person an organization, a subscription, a channel and a key', async () => {
    const registered = await person.register('ada@example.org', { organization_name: 'Acme ☂' });
    equal(registered.status, 200);
    const { session_id, expires_at, ...rest } = registered.body;
    deepEqual(rest, {
      verification_required: true,
      message: 'A verification code was sent to ada@example.org',
    });
    match(String(session_id), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    ok(Math.abs(Date.parse(String(expires_at)) - Date.now() - quarterMs) < 30_000);
    const verified = await person.verify(session_id, await person.code('ada@example.org'));
    equal(verified.status, 200);
    const { api_key, user_id, organization_id, ...answer } = verified.body;
    match(String(api_key), /^tmk_live_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    notEqual(user_id, organization_id);
    deepEqual(answer, {
      service_name: 'checkout',
      dashboard_url: `${server.url}/services/checkout`,
    });
    const types = async (stream: string) =>
      (await records.history(`${stream}-${organization_id}`)).map(({ type }) => type);
    deepEqual(await types('organization'), ['OrganizationCreated', 'ServiceIntegrated']);
    const [created] = await records.history(`organization-${organization_id}`);
    equal(await records.revealed(organization_id, created?.data.displayName), 'Acme ☂');
    const [subscribed] = await records.history(`subscription-${organization_id}`);
    deepEqual([subscribed?.data.plan, subscribed?.data.traceLimit], ['free', 200_000]);
    const channels = (await records.events()).filter(
      ({ type, data }) =>
        type === 'ChannelAdded' &&
        'organizationId' in data &&
        data.organizationId === organization_id,
    );
    equal(channels.length, 1);
  });

  it('make a name for an organization that is given none', async () => {
    for (const [n, organization_name] of [undefined, '', '  ', null].entries()) {
      const email = `nameless-${n}@example.org`;
      const { body } = await person.signUp(email, { organization_name });
      const [created] = await records.history(`organization-${body.organization_id}`);
      const name = await records.revealed(body.organization_id, created?.data.displayName);
      match(name, /^[A-Z][a-z]+ [A-Z][a-z]+ \d+$/);
    }
  });

  it('give a known person another key of the same organization, and both keys work', async () => {
    const first = await person.signUp('grace@example.org');
    const fields = { service_name: 'billing/eu', organization_name: 'Another' };
    const second = await person.signUp('Grace@Example.org', fields, 2);
    equal(second.status, 200);
    equal(second.body.organization_id, first.body.organization_id);
    equal(second.body.user_id, first.body.user_id);
    notEqual(second.body.api_key, first.body.api_key);
    equal((await records.integration(first.body.api_key)).integration.service_name, 'checkout');
    equal((await records.integration(second.body.api_key)).integration.service_name, 'billing/eu');
    const events = await records.history(`organization-${first.body.organization_id}`);
    equal(events.filter(({ type }) => type === 'OrganizationCreated').length, 1);
  });

  it('send the code by mail, and nothing else', async () => {
    await person.register('mail@example.org');
    const code = await person.code('mail@example.org');
    const mail = (await person.mails()).find(({ to }) => to === 'mail@example.org');
    equal(mail?.subject, `Your Tidemark code is ${code}`);
    equal(mail?.mode, 0o600);
    equal((await stat(join(server.dataDir, 'outbox'))).mode & 0o777, 0o700);
  });

  it('count wrong codes and lock the registration after five', async () => {
    const { body } = await person.register('wrong@example.org');
    const code = await person.code('wrong@example.org');
    for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt', 'no attempts']) {
      const reply = await person.verify(body.session_id, mistyped(code));
      deepEqual(refusal(reply), [400, 'verification_code_invalid']);
      match(String(reply.body.error), new RegExp(left));
    }
    const locked = await person.verify(body.session_id, code);
    deepEqual(refusal(locked), [400, 'verification_locked']);
    match(String(locked.body.error), /register again/);
  });

  it('let a person who mistyped try again', async () => {
    const { body } = await person.register('typo@example.org');
    const code = await person.code('typo@example.org');
    equal((await person.verify(body.session_id, mistyped(code))).status, 400);
    equal((await person.verify(body.session_id, ` ${code} `)).status, 200);
  });

  it('take a code once', async () => {
    const { body } = await person.register('once@example.org');
    const code = await person.code('once@example.org');
    equal((await person.verify(body.session_id, code)).status, 200);
    const again = await person.verify(body.session_id, code);
    deepEqual(refusal(again), [409, 'verification_code_used']);
    equal(again.body.api_key, undefined);
  });

  it('take a code for a quarter of an hour', async () => {
    const { body } = await person.register('late@example.org');
    const code = await person.code('late@example.org');
    clock.holdAt(Date.parse(String(body.expires_at)));
    const expired = await person.verify(body.session_id, code);
    clock.release();
    deepEqual(refusal(expired), [410, 'verification_code_expired']);
    match(String(expired.body.error), /expired, register again/);
  });

  it('know no registration but their own', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    deepEqual(refusal(await person.verify(unknown, '123456')), [404, 'registration_unknown']);
    for (const [session, code] of [
      ['x', '123456'],
      [unknown, '12345'],
      [unknown, 'abcdef'],
      [undefined, '123456'],
    ] as const) {
      deepEqual(refusal(await person.verify(session, code)), [400, 'invalid_request']);
    }
  });

  it('refuse what is no registration and name the field', async () => {
    for (const [fields, field] of [
      [{ email: 'nobody' }, 'email'],
      [{ email: 'a@b' }, 'email'],
      [{ service_name: '' }, 'service_name'],
      [{ service_name: undefined }, 'service_name'],
      [{ source_metadata: { version: 1 } }, 'source_metadata.version'],
    ] as const) {
      const reply = await person.register('ada@example.org', fields);
      deepEqual(refusal(reply), [400, 'invalid_request']);
      const [detail] = reply.body.details as { field: string }[];
      equal(detail?.field, field);
      match(String(reply.body.error), new RegExp(field));
    }
  });

  it('send five codes an hour to an address', async () => {
    for (let n = 0; n < 5; n++) {
      equal((await person.register('many@example.org')).status, 200);
    }
    const reply = await person.register('Many@example.org ');
    deepEqual(refusal(reply), [429, 'too_many_codes']);
    equal(reply.headers.get('Retry-After'), '3600');
    equal((await person.register('few@example.org')).status, 200);
  });

  it('repeat an answer to the same Idempotency-Key, and refuse it for another question', async () => {
    const same = { 'Idempotency-Key': 'my key' };
    const first = await person.register('again@example.org', {}, same);
    const second = await person.register('again@example.org', {}, same);
    deepEqual([second.status, second.body], [200, first.body]);
    const other = await person.register('again@example.org', { service_name: 'other' }, same);
    deepEqual(refusal(other), [409, 'idempotency_key_reused']);
    const code = await person.code('again@example.org');
    const verified = await person.verify(first.body.session_id, code, same);
    equal(verified.status, 200);
    deepEqual((await person.verify(first.body.session_id, code, same)).body, verified.body);
    const reused = await person.verify(first.body.session_id, mistyped(code), same);
    deepEqual(refusal(reused), [409, 'idempotency_key_reused']);
    const codes = (await person.mails()).filter(
      ({ to, subject }) => to === 'again@example.org' && subject.includes('code'),
    );
    equal(codes.length, 1);
  });

  it('answer a known address like an unknown one', async () => {
    await person.signUp('known@example.org');
    const known = await person.register('known@example.org');
    const unknown = await person.register('unknown@example.org');
    const shape = async ({ status, headers, body }: Reply, email: string, count: number) => {
      const code = await person.code(email, count);
      const refused = await person.verify(body.session_id, mistyped(code));
      return {
        status,
        headers: [...headers.keys()],
        fields: Object.keys(body),
        message: String(body.message).replace(email, '…'),
        refused: [refused.status, refused.body.error, [...refused.headers.keys()]],
      };
    };
    deepEqual(
      await shape(known, 'known@example.org', 2),
      await shape(unknown, 'unknown@example.org', 1),
    );
  });
});
