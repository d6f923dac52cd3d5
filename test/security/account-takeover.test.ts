import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { verificationCode } from '../../domain/accounts/verification-code.ts';
import { sessionId } from '../../schemas/ids.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { until } from '../support/until.ts';
import { mistyped } from '../support/whole-account.ts';

onBothEngines('taking over an organization', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;

  before(async function () {
    tidemark = await start(this);
  });
  after(() => tidemark?.close());

  const post = async (path: string, body: object) => {
    const response = await fetch(`${tidemark.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Readonly<Record<string, unknown>>;
    return { status: response.status, headers: response.headers, body: answer };
  };
  /** A new session, and the code that its mail holds. */
  const register = async (email: string, service = 'checkout') => {
    const { body } = await post('/v1/integrate/register', { email, service_name: service });
    const session = String(body.session_id);
    return { session, code: await verificationCode(sessionId(session), tidemark.platform.keyring) };
  };
  const verify = (session: string, code: string) =>
    post('/v1/integrate/verify', { session_id: session, code });
  const noticesTo = async (email: string): Promise<readonly string[]> =>
    (await tidemark.mailsTo(email)).filter(subject => subject.includes('API key'));

  it('is paused after five wrong codes, in every session of the mailbox and in no other', async () => {
    const { session, code } = await register('guessed@example.org');
    for (let guess = 0; guess < 5; guess++) {
      const wrong = await verify(session, mistyped(code));
      deepEqual([wrong.status, wrong.body.code], [400, 'verification_code_invalid']);
    }
    for (const email of ['guessed@example.org', 'Guessed+another@Example.org']) {
      const next = await register(email);
      const paused = await verify(next.session, next.code);
      deepEqual([paused.status, paused.body.code], [429, 'too_many_wrong_codes']);
      const seconds = Number(paused.headers.get('Retry-After'));
      ok(seconds >= 1 && seconds <= 60, `expected a pause of a minute, found ${seconds} s`);
      match(String(paused.body.error), /try again after \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    }
    const other = await register('not-guessed@example.org');
    equal((await verify(other.session, other.code)).status, 200);
  });

  it('sends the owner one mail for each key', async () => {
    const email = 'owner@example.org';
    for (const service of ['checkout', 'evil.example/pay now']) {
      const { session, code } = await register(email, service);
      equal((await verify(session, code)).status, 200);
    }
    const notices = await until('two notices', async () => {
      const found = await noticesTo(email);
      return found.length >= 2 && found;
    });
    deepEqual(notices.toSorted(), [
      'A Tidemark API key was issued for checkout',
      'A Tidemark API key was issued for evil[.]example[/]pay now',
    ]);
  });
});
