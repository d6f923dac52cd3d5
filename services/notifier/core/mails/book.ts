import { isNotified } from '../../../../domain/api-keys/notice.ts';
import { mailStream } from '../../../../schemas/deliveries/mail-stream.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { EventId, SessionId, StreamName } from '../../../../schemas/ids.ts';
import { type DeliveryOutcome, outcomeTypes, type RecordedFact } from '../delivery-outcome.ts';
import { DueQueue } from '../due-queue.ts';
import { type Packed, pack, unpack } from '../packed.ts';
import { type MailCause, mailOf, type PendingMail } from './mail.ts';

/** Types of events that mails follow from. */
export const mailTypes = [
  'RegistrationRequested',
  'RegistrationVerified',
  'SessionRequested',
  'SessionStarted',
  'ApiKeyIssued',
  'QuotaWarned',
  'QuotaExceeded',
  'WebhookDisabled',
  'WebhookRecovered',
  'ChannelConfirmationRequested',
  'MemberInvited',
  'RegistrationForgotten',
  ...outcomeTypes,
] as const;

type MailType = (typeof mailTypes)[number];

export type MailFact = EventOf<MailType>;

/** An event, and its places. */
export type RecordedMailFact = RecordedFact<MailType> & {
  readonly stream: StreamName;
  readonly position: number;
};

/** A registration or sign-in whose address can be read still. */
export type Registration = {
  readonly sessionId: SessionId;
  readonly causeId: EventId;
  /** Unless it is verified before. */
  readonly endsAtMs: number;
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
  /** Keys of rows. */
  readonly changed: Set<string>;
};

export function newMailBook(): MailBook {
  const mails = new Map<EventId, PendingMail>();
  const registrations = new Map<SessionId, Registration>();
  return {
    mails,
    ready: new Set(),
    waiting: new DueQueue((mail, atMs) => mails.has(mail.causeId) && mail.nextAtMs === atMs),
    registrations,
    ends: new DueQueue(({ sessionId }) => registrations.has(sessionId)),
    ended: new Set(),
    revisions: new Map(),
    changed: new Set(),
  };
}

/** How long a key outlives its registration, for a verification that is still under way. */
export const keyGraceMs = 60_000;

/** After one event. Its cost does not depend on what else is due. */
export function applyMailFact(book: MailBook, recorded: RecordedMailFact): void {
  const { event, stream, revision, position } = recorded;
  switch (event.type) {
    case 'DeliverySettled':
    case 'DeliveryFailed':
    case 'DeliveryExhausted':
      if (!book.mails.has(event.data.causeId)) return;
      book.revisions.set(stream, revision);
      book.changed.add(revisionKey(stream));
      onOutcome(book, event);
      return;
    case 'RegistrationForgotten':
      forget(book, event.data.sessionId);
      return;
    case 'RegistrationVerified':
    case 'SessionStarted':
      verify(book, event.data.sessionId);
      return;
    default:
      if (event.type !== 'ApiKeyIssued' || isNotified(event)) onCause(book, event, position);
  }
}

/** The target of deliveries of mails, for all recipients. */
export const mailTarget = 'mail';

function onCause(book: MailBook, event: MailCause, position: number): void {
  const mail = mailOf(event, position);
  const { subject, causeId, expiresAtMs } = mail;
  book.changed.add(mailKey(mail));
  addMail(book, mail);
  if (subject.kind !== 'code') return;
  const { sessionId } = subject;
  book.changed.add(registrationKey(sessionId));
  const endsAtMs = expiresAtMs + keyGraceMs;
  addRegistration(book, { sessionId, causeId, endsAtMs, isVerified: false });
}

/** One that was tried waits for its next attempt. */
function addMail({ mails, ready, waiting }: MailBook, mail: PendingMail): void {
  mails.set(mail.causeId, mail);
  if (mail.attempts > 0) waiting.add(mail, mail.nextAtMs);
  else ready.add(mail);
}

/** After its mail. */
function addRegistration(book: MailBook, registration: Registration): void {
  book.registrations.set(registration.sessionId, registration);
  book.ends.add(registration, registration.endsAtMs);
  if (registration.isVerified) end(book, registration);
}

function onOutcome(book: MailBook, event: DeliveryOutcome): void {
  const mail = book.mails.get(event.data.causeId);
  if (mail === undefined) return;
  book.ready.delete(mail);
  book.changed.add(mailKey(mail));
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
  book.changed.add(registrationKey(sessionId));
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
  book.changed.add(registrationKey(sessionId)).add(revisionKey(mailStream(sessionId)));
}

/** Makes due what time makes due. */
export function advance(book: MailBook, nowMs: number): void {
  for (const mail of book.waiting.take(nowMs)) if (!isEnded(book, mail)) book.ready.add(mail);
  for (const registration of book.ends.take(nowMs)) end(book, registration);
}

const isEnded = ({ registrations, ended }: MailBook, { subject }: PendingMail): boolean => {
  const registration = subject.kind === 'code' ? registrations.get(subject.sessionId) : undefined;
  return registration !== undefined && ended.has(registration);
};

/** In the order of the causes. */
const mailKey = ({ position, causeId }: PendingMail): string =>
  `mail/${String(position).padStart(16, '0')}/${causeId}`;

const registrationKey = (sessionId: SessionId): string => `registration/${sessionId}`;

const revisionKey = (stream: StreamName): string => `revision/${stream}`;

export function mailRow(book: MailBook, key: string): Packed | undefined {
  const [kind, id, causeId] = key.split('/');
  if (kind === 'revision') {
    const revision = book.revisions.get(id as StreamName);
    return revision === undefined ? undefined : pack({ revision });
  }
  const { mails, registrations } = book;
  const one = kind === 'mail' ? mails.get(causeId as EventId) : registrations.get(id as SessionId);
  return one && pack(one);
}

export function restoreMailRow(book: MailBook, key: string, row: Packed): void {
  const [kind, id] = key.split('/');
  if (kind === 'mail') addMail(book, unpack<PendingMail>(row));
  else if (kind === 'registration') addRegistration(book, unpack<Registration>(row));
  else book.revisions.set(id as StreamName, unpack<{ readonly revision: number }>(row).revision);
}
