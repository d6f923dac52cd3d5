import { isNotified } from '../../../../domain/api-keys/notice.ts';
import { mailStream } from '../../../../schemas/deliveries/mail-stream.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { EventId, OrganizationId, SessionId, StreamName } from '../../../../schemas/ids.ts';
import { type DeliveryOutcome, outcomeTypes, type RecordedFact } from '../delivery-outcome.ts';
import { DueQueue } from '../due-queue.ts';
import { type MailCause, mailOf, type PendingMail, recipientOf } from './mail.ts';

/** Types of events that mails follow from. */
export const mailTypes = [
  'RegistrationRequested',
  'RegistrationVerified',
  'ApiKeyIssued',
  'QuotaWarned',
  'QuotaExceeded',
  'WebhookDisabled',
  'WebhookRecovered',
  'ChannelConfirmationRequested',
  'RegistrationForgotten',
  ...outcomeTypes,
] as const;

type MailType = (typeof mailTypes)[number];

export type MailFact = EventOf<MailType>;

/** An event, and its place. */
export type RecordedMailFact = RecordedFact<MailType> & { readonly stream: StreamName };

/** A registration whose address can be read still. */
export type Registration = {
  readonly sessionId: SessionId;
  readonly causeId: EventId;
  isVerified: boolean;
};

/** Everything that is known about mails to people, from the events alone. It changes in place. */
export type MailBook = {
  /** Mails that are not over, by cause. */
  readonly mails: Map<EventId, PendingMail>;
  /** Those that can be sent now, the oldest cause first. */
  readonly ready: Set<PendingMail>;
  /** Those that were tried. */
  readonly waiting: DueQueue<PendingMail>;
  readonly registrations: Map<SessionId, Registration>;
  readonly ends: DueQueue<Registration>;
  /** Those that are verified, or whose code has expired for long enough. */
  readonly ended: Set<Registration>;
  /** Of the last event in each stream of ours; absent when there is none. */
  readonly revisions: Map<StreamName, number>;
};

export const newMailBook = (): MailBook => ({
  mails: new Map(),
  ready: new Set(),
  waiting: new DueQueue(),
  registrations: new Map(),
  ends: new DueQueue(),
  ended: new Set(),
  revisions: new Map(),
});

/** How long a key outlives its registration, for a verification that is still under way. */
export const keyGraceMs = 60_000;

type Owns = (id: SessionId | OrganizationId) => boolean;

/** After one event. Its cost does not depend on what else is due. What belongs to others than `owns` names changes nothing. */
export function applyMailFact(book: MailBook, recorded: RecordedMailFact, owns: Owns): void {
  const { event, stream, revision } = recorded;
  switch (event.type) {
    case 'DeliverySettled':
    case 'DeliveryFailed':
    case 'DeliveryExhausted':
      if (!book.mails.has(event.data.causeId)) return;
      book.revisions.set(stream, revision);
      onOutcome(book, event);
      return;
    case 'RegistrationForgotten':
      forget(book, event.data.sessionId);
      return;
    case 'RegistrationVerified':
      verify(book, event.data.sessionId);
      return;
    default:
      if (event.type !== 'ApiKeyIssued' || isNotified(event)) onCause(book, event, owns);
  }
}

/** The target of deliveries of mails, for all recipients. */
export const mailTarget = 'mail';

function onCause(book: MailBook, event: MailCause, owns: Owns): void {
  const mail = mailOf(event);
  const { subject, causeId, expiresAtMs } = mail;
  if (!owns(recipientOf(subject))) return;
  book.mails.set(causeId, mail);
  book.ready.add(mail);
  if (subject.kind !== 'code') return;
  const { sessionId } = subject;
  const registration = { sessionId, causeId, isVerified: false };
  book.registrations.set(sessionId, registration);
  book.ends.add(registration, expiresAtMs + keyGraceMs);
}

function onOutcome(book: MailBook, event: DeliveryOutcome): void {
  const mail = book.mails.get(event.data.causeId);
  if (mail === undefined) return;
  book.ready.delete(mail);
  if (event.type === 'DeliveryFailed') {
    mail.attempts = event.data.attempt;
    mail.nextAtMs = event.data.nextAtMs;
    book.waiting.add(mail, mail.nextAtMs);
    return;
  }
  book.mails.delete(mail.causeId);
}

function verify(book: MailBook, sessionId: SessionId): void {
  const registration = book.registrations.get(sessionId);
  if (registration === undefined) return;
  registration.isVerified = true;
  end(book, registration);
}

/** Its code is not needed any more, and then its address is not. */
function end({ mails, ready, ended }: MailBook, registration: Registration): void {
  const mail = mails.get(registration.causeId);
  if (mail !== undefined) ready.delete(mail);
  ended.add(registration);
}

function forget(book: MailBook, sessionId: SessionId): void {
  const registration = book.registrations.get(sessionId);
  if (registration === undefined) return;
  book.registrations.delete(sessionId);
  book.ended.delete(registration);
  book.revisions.delete(mailStream(sessionId));
}

/** Makes due what time makes due. */
export function advance(book: MailBook, nowMs: number): void {
  const { mails, ready, waiting, registrations, ends } = book;
  for (const mail of waiting.take(nowMs))
    if (mails.has(mail.causeId) && !isEnded(book, mail)) ready.add(mail);
  for (const registration of ends.take(nowMs))
    if (registrations.has(registration.sessionId)) end(book, registration);
}

const isEnded = ({ registrations, ended }: MailBook, { subject }: PendingMail): boolean => {
  const registration = subject.kind === 'code' ? registrations.get(subject.sessionId) : undefined;
  return registration !== undefined && ended.has(registration);
};
