import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ApiKeyIssued } from '../../schemas/api-keys/events.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import type { DomainEvent, EventPayload } from '../../schemas/events/event.ts';
import { eventId, keyId, organizationId, userId } from '../../schemas/ids.ts';
import {
  close,
  cursorOf,
  type Delivered,
  type DeliveryQueueState,
  dueActions,
  initialMail,
  nextDueAtMs,
  onDeliveryEvent,
  onTrigger,
  outcomeOf,
} from '../../services/notifier/core/delivery-queue.ts';
import { keyEmail } from '../../services/notifier/core/key-email.ts';
import {
  keyNoticeMs,
  mailAttemptsMax,
  mailPausesMs,
  patientPausesMs,
} from '../../services/notifier/core/pending-delivery.ts';
import { quotaEmail } from '../../services/notifier/core/quota-email.ts';
import { quoted } from '../../services/notifier/core/quoted.ts';
import { isDelivery } from '../../services/notifier/deliveries.ts';
import { mailbox, requestRegistration, session } from '../support/account-commands.ts';
import { toEvent } from '../support/given.ts';

const expiresAtMs = 900_000;
const graceMs = 60_000;
const causeId = eventId('cause');

const requested: DomainEvent = {
  ...toEvent(
    {
      type: 'RegistrationRequested',
      data: { ...requestRegistration().data, expiresAtMs },
    },
    0,
  ),
  id: causeId,
};
const verified = toEvent(
  {
    type: 'RegistrationVerified',
    data: {
      sessionId: session,
      userId: userId('u'),
      organizationId: organizationId('o'),
      keyId: keyId('k'),
      serviceName: 'checkout',
    },
  },
  1,
);
const settled: EventPayload = {
  type: 'DeliverySettled',
  data: { deliveryId: 'd', target: 'mail', causeId, cursor: 4 },
};

const met = (state: DeliveryQueueState = initialMail): DeliveryQueueState =>
  onTrigger(state, requested, 5);
const kinds = (state: DeliveryQueueState, nowMs: number) =>
  dueActions(state, nowMs, 10).map(({ kind }) => kind);
const later = (state: DeliveryQueueState, fact: EventPayload): DeliveryQueueState => {
  const event = toEvent(fact, 0);
  return isDelivery(event) ? onDeliveryEvent(state, event) : state;
};
const failing: Delivered = { kind: 'failed', error: 'Unavailable', final: false };
const attempt = (state: DeliveryQueueState, delivered: Delivered, nowMs: number): EventPayload => {
  const [step] = dueActions(state, nowMs, 1);
  if (step === undefined) throw new Error('expected something to be due');
  return outcomeOf(step.mail, delivered, { deliveryId: 'd', cursor: cursorOf(state), nowMs });
};

describe('mails of registrations', () => {
  it('are due at once, and no more when settled', () => {
    deepEqual(kinds(met(), 1), ['send']);
    deepEqual(kinds(later(met(), settled), 1), []);
  });

  it('are not due when they were settled before their cause was met again', () => {
    deepEqual(kinds(met(later(initialMail, settled)), 1), []);
  });

  it('are tried again after ever longer pauses, and given up after the last', () => {
    let state = met();
    let nowMs = 0;
    for (const pauseMs of mailPausesMs) {
      const fact = attempt(state, failing, nowMs);
      equal(fact.type === 'DeliveryFailed' && fact.data.nextAtMs, nowMs + pauseMs);
      state = later(state, fact);
      deepEqual(kinds(state, nowMs + pauseMs - 1), []);
      nowMs += pauseMs;
      deepEqual(kinds(state, nowMs), ['send']);
    }
    const last = attempt(state, failing, nowMs);
    equal(last.type === 'DeliveryExhausted' && last.data.attempts, mailAttemptsMax);
    deepEqual(kinds(later(state, last), nowMs), []);
  });

  it('are given up at once when the server will never take them', () => {
    equal(attempt(met(), { ...failing, final: true }, 0).type, 'DeliveryExhausted');
  });

  it('are not sent with an expired code', () => {
    deepEqual(kinds(met(), expiresAtMs - 1), ['send']);
    deepEqual(kinds(met(), expiresAtMs), ['exhaust']);
  });

  it('are not sent to who has verified already', () => {
    deepEqual(kinds(onTrigger(met(), verified, 6), 1), ['settle']);
  });

  it('leave a key that goes when the registration is verified or has expired', () => {
    const done = later(met(), settled);
    deepEqual(kinds(done, expiresAtMs + graceMs - 1), []);
    deepEqual(kinds(done, expiresAtMs + graceMs), ['destroy']);
    deepEqual(kinds(onTrigger(done, verified, 6), 1), ['destroy']);
    deepEqual(kinds(close(done, causeId), expiresAtMs + graceMs), []);
  });

  it('wake their sender when something will be due', () => {
    equal(nextDueAtMs(initialMail), undefined);
    const failed = later(met(), attempt(met(), failing, 100));
    equal(nextDueAtMs(failed), 100 + (mailPausesMs[0] ?? 0));
    equal(nextDueAtMs(later(met(), settled)), expiresAtMs + graceMs);
  });

  it('hold the cursor below the oldest that is not over', () => {
    equal(cursorOf({ ...initialMail, position: 3 }), 3);
    equal(cursorOf(met()), 4);
    equal(cursorOf(later(met(), settled)), 4);
    equal(cursorOf(close(onTrigger(later(met(), settled), verified, 6), causeId)), 6);
  });

  it('come at most so many at a time', () => {
    const many = [1, 2, 3].reduce(
      (state, n) => onTrigger(state, { ...requested, id: eventId(String(n)) }, n),
      initialMail,
    );
    equal(dueActions(many, 1, 2).length, 2);
  });
});

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
  const warned = { ...toEvent({ type: 'QuotaWarned', data }, 0), id: causeId };
  const near = (state: DeliveryQueueState = initialMail): DeliveryQueueState =>
    onTrigger(state, warned, 5);

  it('are due at once, and leave nothing when they are settled', () => {
    deepEqual(kinds(near(), 1), ['send']);
    const done = later(near(), settled);
    equal(done.open.size, 0);
    equal(cursorOf(done), 5);
    equal(near(later(initialMail, settled)).open.size, 0);
  });

  it('are tried again until the month is over, and no longer', () => {
    let state = near();
    let nowMs = endMs - 86_400_000;
    for (let failures = 0; failures < patientPausesMs.length + 20; failures++) {
      const fact = attempt(state, failing, nowMs);
      const pauseMs = patientPausesMs[failures] ?? patientPausesMs.at(-1) ?? 0;
      equal(fact.type === 'DeliveryFailed' && fact.data.nextAtMs, nowMs + pauseMs);
      state = later(state, fact);
      nowMs += pauseMs;
    }
    deepEqual(kinds(state, endMs - 1), ['send']);
    deepEqual(kinds(state, endMs), ['exhaust']);
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
  const issued = { ...toEvent(fact, issuedAtMs), id: causeId };
  const due = (state: DeliveryQueueState = initialMail): DeliveryQueueState =>
    onTrigger(state, issued, 5);

  it('are due at once, and leave nothing when they are settled', () => {
    deepEqual(kinds(due(), issuedAtMs), ['send']);
    const done = later(due(), settled);
    equal(done.open.size, 0);
    equal(cursorOf(done), 5);
    equal(due(later(initialMail, settled)).open.size, 0);
  });

  it('are not due for keys that were issued before there were such mails', () => {
    const old = { ...toEvent({ type: 'ApiKeyIssued', data }, issuedAtMs), id: causeId };
    equal(onTrigger(initialMail, old, 5).open.size, 0);
  });

  it('are tried again for a week, and no longer', () => {
    const fact = attempt(due(), failing, issuedAtMs);
    equal(fact.type === 'DeliveryFailed' && fact.data.nextAtMs, issuedAtMs + 1_000);
    deepEqual(kinds(due(), issuedAtMs + keyNoticeMs - 1), ['send']);
    deepEqual(kinds(due(), issuedAtMs + keyNoticeMs), ['exhaust']);
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
