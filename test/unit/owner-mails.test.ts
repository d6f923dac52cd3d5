import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ApiKeyIssued } from '../../schemas/api-keys/events.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import type { Delivered } from '../../services/notifier/core/delivered.ts';
import { keyEmail } from '../../services/notifier/core/mails/key-email.ts';
import { noticeMs } from '../../services/notifier/core/mails/mail.ts';
import { quotaEmail } from '../../services/notifier/core/mails/quota-email.ts';
import { patientPausesMs } from '../../services/notifier/core/pauses.ts';
import { quoted } from '../../services/notifier/core/quoted.ts';
import { mailbox } from '../support/account-commands.ts';
import { since } from '../support/mail-world.ts';

const settled: Delivered = { kind: 'settled' };
const failing: Delivered = { kind: 'failed', error: 'Unavailable', final: false };

describe('mails about quotas', () => {
  const november = monthOf(Date.UTC(2026, 10));
  const endMs = Date.UTC(2026, 11);
  const data = {
    organizationId: organizationId('o'),
    month: november,
    traces: 160_000,
    bytes: 1_234_000_000,
    traceLimit: 200_000,
    bytesLimit: 20_000_000_000,
  };
  const warned: EventPayload = { type: 'QuotaWarned', data };

  it('are due at once, and leave nothing when they are settled', () => {
    const { kinds, does, nextAtMs } = since(warned);
    deepEqual(kinds(1), ['send']);
    does(1, settled);
    equal(nextAtMs(), Number.POSITIVE_INFINITY);
  });

  it('are tried again until the month is over, and no longer', () => {
    const { kinds, does } = since(warned);
    let nowMs = endMs - 86_400_000;
    for (let failures = 0; failures < patientPausesMs.length + 20; failures++) {
      const [fact] = does(nowMs, failing);
      const pauseMs = patientPausesMs[failures] ?? patientPausesMs.at(-1) ?? 0;
      equal(fact?.type === 'DeliveryFailed' && fact.data.nextAtMs, nowMs + pauseMs);
      nowMs += pauseMs;
    }
    deepEqual(kinds(endMs - 1), ['send']);
    deepEqual(kinds(endMs), ['exhaust']);
  });

  it('say how much is used, what happens and what to do', () => {
    const { subject, text } = quotaEmail(
      { type: 'QuotaWarned', data },
      'https://tide.test/billing',
    );
    equal(subject, '80 % of your Tidemark quota for November 2026 is used');
    for (const part of [
      '160,000 of 200,000 traces and 1.23 of 20 GB',
      'until 2026-12-01 00:00 UTC',
      'https://tide.test/billing',
      'OTEL_TRACES_SAMPLER',
    ])
      ok(text.includes(part), text);
    const over = quotaEmail({ type: 'QuotaExceeded', data }, 'https://tide.test/billing');
    equal(over.subject, 'Your Tidemark quota for November 2026 is used up');
    ok(over.text.includes('are rejected'), over.text);
  });
});

describe('mails about keys', () => {
  const data: ApiKeyIssued['data'] = {
    keyId: keyId('a0000000-0000-4000-8000-000000000007'),
    organizationId: organizationId('o'),
    kind: 'live',
    hash: 'hash',
    hint: 'wxyz',
    serviceName: 'checkout',
  };
  const fact: ApiKeyIssued = { type: 'ApiKeyIssued', data: { ...data, mailboxHash: mailbox } };
  const issuedAtMs = Date.UTC(2026, 10, 24, 13, 5, 59);

  it('are due at once, and leave nothing when they are settled', () => {
    const { kinds, does, nextAtMs } = since(fact, issuedAtMs);
    deepEqual(kinds(issuedAtMs), ['send']);
    does(issuedAtMs, settled);
    equal(nextAtMs(), Number.POSITIVE_INFINITY);
  });

  it('are not due for keys that were issued before there were such mails', () => {
    deepEqual(since({ type: 'ApiKeyIssued', data }, issuedAtMs).kinds(issuedAtMs), []);
  });

  it('are tried again for a week, and no longer', () => {
    const { kinds, does } = since(fact, issuedAtMs);
    const [failed] = does(issuedAtMs, failing);
    equal(failed?.type === 'DeliveryFailed' && failed.data.nextAtMs, issuedAtMs + 1_000);
    deepEqual(kinds(issuedAtMs + noticeMs - 1), ['send']);
    deepEqual(kinds(issuedAtMs + noticeMs), ['exhaust']);
  });

  it('say for which service, when, which key, and how it is revoked', () => {
    const { subject, text } = keyEmail(fact, issuedAtMs);
    equal(subject, 'A Tidemark API key was issued for checkout');
    for (const part of [
      'At 2026-11-24 13:05 UTC',
      'for the service checkout',
      'ends with wxyz',
      `tidemark keys revoke ${data.keyId}`,
    ])
      ok(text.includes(part), text);
  });

  it('quote the name of the service, which the sender chose', () => {
    const serviceName = 'ok\r\nBcc: all@evil.example\u202e <a href="https://evil.example">';
    const { subject, text } = keyEmail({ ...fact, data: { ...fact.data, serviceName } }, 0);
    const shown =
      'ok[U+000D][U+000A]Bcc[:] all[@]evil[.]example[U+202E] [<]a href[=]["]https[:][/][/]evil[.]example["][>]';
    equal(subject, `A Tidemark API key was issued for ${shown}`);
    ok(text.includes(shown));
    for (const raw of ['\r', '\u202e', 'evil.example', '://', '<a']) ok(!text.includes(raw), raw);
    equal(quoted('a'.repeat(61)), `${'a'.repeat(60)}…`);
    equal(quoted('Zahlung_ü-2 決済'), 'Zahlung_ü-2 決済');
    equal(quoted('\ud83d!\u200b'), '[U+D83D][!][U+200B]');
  });
});
