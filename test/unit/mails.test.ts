import { deepEqual, equal, ok } from 'node:assert/strict';
import { mailStream } from '../../schemas/deliveries/mail-stream.ts';
import { hourMs } from '../../schemas/durations.ts';
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
import { codeAttemptsMax, type PendingMail } from '../../services/notifier/core/mails/mail.ts';
import { mailPausesMs } from '../../services/notifier/core/pauses.ts';
import { another, requestRegistration, session } from '../support/account-commands.ts';
import { mailWorld, since } from '../support/mail-world.ts';

const expiresAtMs = 900_000;
const graceMs = 60_000;

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
