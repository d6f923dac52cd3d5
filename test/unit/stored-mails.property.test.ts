import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { mailStream } from '../../schemas/deliveries/mail-stream.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  type EventId,
  eventId,
  keyId,
  organizationId,
  type SessionId,
  sessionId,
  userId,
} from '../../schemas/ids.ts';
import {
  applyMailFact,
  type MailFact,
  mailRow,
  newMailBook,
  type RecordedMailFact,
  restoreMailRow,
} from '../../services/notifier/core/mails/book.ts';
import {
  dueMailSteps,
  type MailStep,
  nextMailAtMs,
} from '../../services/notifier/core/mails/due.ts';
import { newMailServer } from '../../services/notifier/core/mails/server.ts';
import { requestRegistration } from '../support/account-commands.ts';
import { toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';
import { storedBook } from '../support/stored-book.ts';

const session = (n: number): SessionId => sessionId(`session-${n}`);
const organization = (n: number) => organizationId(`organization-${n}`);
const cause = (n: number): EventId => eventId(`event-${n}`);

const kinds = ['request', 'verify', 'quota', 'settle', 'fail', 'exhaust', 'forget'] as const;
const happening = fc.record({
  kind: fc.constantFrom(...kinds),
  /** Which event it is about, counted back from the last one. */
  of: fc.nat({ max: 8 }),
  seconds: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 400 })),
});
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** A session requests once. */
function factOf({ kind, of }: Happening, number: number, nowMs: number): EventPayload {
  const who = number - 1 - of;
  const outcome = { deliveryId: 'd', target: 'mail', causeId: cause(who), cursor: 0 };
  switch (kind) {
    case 'request': {
      const { data } = requestRegistration({ sessionId: session(number) });
      return { type: 'RegistrationRequested', data: { ...data, expiresAtMs: nowMs + 900_000 } };
    }
    case 'verify': {
      const ids = { userId: userId('u'), organizationId: organization(who), keyId: keyId('k') };
      const data = { sessionId: session(who), ...ids, serviceName: 'checkout' };
      return { type: 'RegistrationVerified', data };
    }
    case 'quota': {
      const limits = { traces: 9, bytes: 0, traceLimit: 10, bytesLimit: 10 };
      const data = { organizationId: organization(who), month: '2026-11', ...limits };
      return { type: 'QuotaWarned', data } as EventPayload;
    }
    case 'settle':
      return { type: 'DeliverySettled', data: outcome };
    case 'fail': {
      const tried = { attempt: 1, error: 'no', nextAtMs: nowMs + 1_000 };
      return { type: 'DeliveryFailed', data: { ...outcome, ...tried } };
    }
    case 'exhaust':
      return { type: 'DeliveryExhausted', data: { ...outcome, attempts: 1, error: 'no' } };
    case 'forget':
      return { type: 'RegistrationForgotten', data: { sessionId: session(who) } };
  }
}

const nameOf = (step: MailStep): string => {
  if ('mail' in step) return `${step.kind} ${step.mail.causeId} ${step.mail.attempts}`;
  return 'registration' in step ? `${step.kind} ${step.registration.sessionId}` : step.kind;
};

const openBook = () =>
  storedBook({ open: newMailBook, apply: applyMailFact, row: mailRow, restore: restoreMailRow });

/** What the book says now, whichever comes first. */
function saidBy({ book, rows }: ReturnType<typeof openBook>, nowMs: number) {
  const own = { book: book(), server: newMailServer(), owns: () => true };
  const due = dueMailSteps(own, nowMs, 1_000).map(nameOf).sort();
  return {
    due,
    nextAtMs: nextMailAtMs(own),
    revisions: [...own.book.revisions].sort(),
    rows: rows(),
  };
}

describe('the book of mails', () => {
  it('is the same when its rows are read again after any event', async () => {
    await holds(
      fc.property(fc.array(happening, { maxLength: 40 }), happenings => {
        const [lasting, restored] = [openBook(), openBook()];
        let nowMs = Date.UTC(2026, 10, 1);
        for (const [number, one] of happenings.entries()) {
          nowMs += one.seconds * 1_000;
          const before = number - 1 - one.of;
          // A registration is forgotten after its mail.
          if (one.kind === 'forget' && lasting.book().mails.has(cause(before))) continue;
          const event = { ...toEvent(factOf(one, number, nowMs), nowMs), id: cause(number) };
          const places = {
            stream: mailStream(session(before)),
            revision: number,
            position: number,
          };
          const recorded: RecordedMailFact = { event: event as MailFact, ...places };
          lasting.apply(recorded);
          restored.apply(recorded);
          restored.crash();
          deepEqual(saidBy(restored, nowMs), saidBy(lasting, nowMs));
        }
      }),
      1_000,
    );
  });
});
