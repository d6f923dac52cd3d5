import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ApiKeyIssued } from '../../schemas/api-keys/events.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import { mailStream } from '../../schemas/deliveries/mail-stream.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  type EventId,
  keyId,
  organizationId,
  type SessionId,
  sessionId,
  userId,
} from '../../schemas/ids.ts';
import type { Delivered } from '../../services/notifier/core/delivered.ts';
import { newMailBook, type Registration } from '../../services/notifier/core/mails/book.ts';
import { keyEmail } from '../../services/notifier/core/mails/key-email.ts';
import {
  codeAttemptsMax,
  noticeMs,
  type PendingMail,
} from '../../services/notifier/core/mails/mail.ts';
import { quotaEmail } from '../../services/notifier/core/mails/quota-email.ts';
import { mailPausesMs, patientPausesMs } from '../../services/notifier/core/pauses.ts';
import { quoted } from '../../services/notifier/core/quoted.ts';
import { another, mailbox, requestRegistration, session } from '../support/account-commands.ts';
import { mailWorld } from '../support/mail-world.ts';

const expiresAtMs = 900_000;
const graceMs = 60_000;
const hourMs = 3_600_000;

const requested = (sessionId = session): EventPayload => ({
  type: 'RegistrationRequested',
  data: { ...requestRegistration().data, sessionId, expiresAtMs },
});
const verified: EventPayload = {
  type: 'RegistrationVerified',
  data: {
    sessionId: session,
    userId: userId('u'),
    organizationId: organizationId('o'),
    keyId: keyId('k'),
    serviceName: 'checkout',
  },
};
const settled: Delivered = { kind: 'settled' };
const failing: Delivered = { kind: 'failed', error: 'Unavailable', final: false };

/** A world in which this happened at 0. */
function since(payload: EventPayload, atMs = 0) {
  const world = mailWorld();
  const causeId = world.happens(payload, atMs);
  return { ...world, causeId };
}

describe('mails of registrations', () => {
  it('are due at once, and no more when settled', () => {
    const { kinds, does } = since(requested());
    deepEqual(kinds(1), ['send']);
    does(1, settled);
    deepEqual(kinds(1), []);
  });

  it('are not due when a former owner settled them, also in the stream of a former release', () => {
    for (const stream of [mailStream(session), 'deliveries-mail']) {
      const { causeId, kinds, records } = since(requested());
      const data = { deliveryId: 'd', target: 'mail', causeId, cursor: 0 };
      records(stream, { type: 'DeliverySettled', data }, 0);
      deepEqual(kinds(1), []);
    }
  });

  it('are tried again after ever longer pauses, and given up after the last', () => {
    const { kinds, does } = since(requested());
    let nowMs = 0;
    for (const pauseMs of mailPausesMs) {
      const [fact] = does(nowMs, failing);
      equal(fact?.type === 'DeliveryFailed' && fact.data.nextAtMs, nowMs + pauseMs);
      deepEqual(kinds(nowMs + pauseMs - 1), []);
      nowMs += pauseMs;
      deepEqual(kinds(nowMs), ['send']);
    }
    const [last] = does(nowMs, failing);
    equal(last?.type === 'DeliveryExhausted' && last.data.attempts, codeAttemptsMax);
    deepEqual(kinds(nowMs), []);
  });

  it('are given up at once when the server will never take them', () => {
    equal(since(requested()).does(0, { ...failing, final: true })[0]?.type, 'DeliveryExhausted');
  });

  it('are not sent with an expired code', () => {
    const { kinds } = since(requested());
    deepEqual(kinds(expiresAtMs - 1), ['send']);
    deepEqual(kinds(expiresAtMs), ['exhaust']);
  });

  it('are not sent to who has verified already, also while they wait', () => {
    const { kinds, does, happens } = since(requested());
    does(1, failing);
    happens(verified, 1);
    deepEqual(kinds(1), ['settle']);
    does(1, settled);
    deepEqual(kinds(1), ['forget']);
  });

  it('leave a key that goes when the registration is verified or has expired', () => {
    const expiring = since(requested());
    expiring.does(1, settled);
    deepEqual(expiring.kinds(expiresAtMs + graceMs - 1), []);
    deepEqual(expiring.kinds(expiresAtMs + graceMs), ['forget']);
    expiring.does(expiresAtMs + graceMs, settled);
    deepEqual(expiring.kinds(expiresAtMs + 2 * graceMs), []);
    const { kinds, does, happens } = since(requested());
    does(1, settled);
    happens(verified, 2);
    deepEqual(kinds(2), ['forget']);
    does(2, settled);
    deepEqual(kinds(expiresAtMs + 2 * graceMs), []);
  });

  it('wake their sender when something will be due', () => {
    equal(mailWorld().nextAtMs(), Number.POSITIVE_INFINITY);
    const { does, nextAtMs } = since(requested());
    does(100, failing);
    equal(nextAtMs(), 100 + mailPausesMs[0]);
    does(1_100, settled);
    equal(nextAtMs(), expiresAtMs + graceMs);
  });

  it('come at most so many at a time, the oldest cause first', () => {
    const { happens, due } = mailWorld();
    const causes = [1, 2, 3].map(n => happens(requested(another(n)), n));
    deepEqual(due(9, 2), causes.slice(0, 2));
  });
});

describe('a mail server that is away', () => {
  it('fails no mail, is looked at after pauses, and then gets everything in the order of causes', () => {
    const { happens, due, kinds, away, back, does, nextAtMs, log } = mailWorld();
    const causes: EventId[] = [];
    const looks: number[] = [];
    away(0);
    for (let nowMs = 0; nowMs < hourMs; nowMs = Math.min(nextAtMs(), hourMs)) {
      causes.push(happens(requested(another(causes.length + 1)), nowMs));
      const due = kinds(nowMs);
      ok(!due.includes('send'));
      if (due.includes('check')) {
        looks.push(nowMs);
        away(nowMs);
      }
      while (kinds(nowMs).length > 0) does(nowMs, settled);
    }
    deepEqual(looks.slice(0, 4), [1_000, 11_000, 71_000, 131_000]);
    back();
    const valid = causes.filter(id =>
      log.find(one => one.id === id && one.atMs > hourMs - expiresAtMs),
    );
    const sent: EventId[] = [];
    while (due(hourMs, 4).length > 0) {
      sent.push(...due(hourMs, 4, 'send'));
      does(hourMs, settled, 4);
    }
    ok(valid.length > 10);
    deepEqual(sent, valid);
  });

  it('does not keep the address of a registration that is over', () => {
    const { kinds, away, does } = since(requested());
    away(expiresAtMs);
    deepEqual(kinds(expiresAtMs + graceMs), ['exhaust']);
    does(expiresAtMs + graceMs, settled);
    deepEqual(kinds(expiresAtMs + graceMs), ['forget']);
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

/** Counts how often it is looked into. */
class CountingMap<Key, Value> extends Map<Key, Value> {
  reads = 0;
  override get(key: Key): Value | undefined {
    this.reads++;
    return super.get(key);
  }
  override *[Symbol.iterator](): MapIterator<[Key, Value]> {
    for (const entry of super[Symbol.iterator]()) {
      this.reads++;
      yield entry;
    }
  }
}

describe('the cost of mails', () => {
  it('of an event does not depend on how many others wait', () => {
    const readsWith = (others: number): number => {
      const mails = new CountingMap<EventId, PendingMail>();
      const registrations = new CountingMap<SessionId, Registration>();
      const world = mailWorld({ ...newMailBook(), mails, registrations });
      for (let n = 0; n < others; n++) world.happens(requested(sessionId(`other-${n}`)), 0);
      for (let left = others; left > 0; left -= 100) world.does(0, failing, 100);
      const before = mails.reads + registrations.reads;
      for (let n = 0; n < 500; n++) {
        world.happens(requested(sessionId(`new-${n}`)), 1);
        world.does(1, settled, 1);
        ok(world.nextAtMs() > 1);
      }
      return mails.reads + registrations.reads - before;
    };
    equal(readsWith(20_000), readsWith(100));
  });
});
