import type { OrganizationId, SessionId } from '../../../../schemas/ids.ts';
import { advance, type MailBook, type Registration } from './book.ts';
import { type PendingMail, recipientOf } from './mail.ts';
import type { MailServer } from './server.ts';

export type MailStep =
  | { readonly kind: 'send'; readonly mail: PendingMail }
  /** The mail is not needed any more, because the code was used. */
  | { readonly kind: 'settle'; readonly mail: PendingMail }
  | { readonly kind: 'exhaust'; readonly mail: PendingMail; readonly error: string }
  /** The registration has ended: its key goes, and with it the address. */
  | { readonly kind: 'forget'; readonly registration: Registration }
  /** The server was away. */
  | { readonly kind: 'check' };

/** The mails of those whom a process owns, and the server that takes them. */
export type OwnMails = {
  readonly book: MailBook;
  readonly server: MailServer;
  readonly owns: (id: SessionId | OrganizationId) => boolean;
};

/** What is to be done now, the oldest cause first. */
export function dueMailSteps(own: OwnMails, nowMs: number, limit: number): readonly MailStep[] {
  const { book, server } = own;
  advance(book, nowMs);
  const steps: MailStep[] = [];
  for (const registration of ended(own)) {
    if (steps.length >= limit) return steps;
    steps.push(endStep(book, registration));
  }
  if (isNone(ready(own)) || nowMs < server.heldUntilMs) return steps;
  if (server.failures > 0) return [...steps, { kind: 'check' }];
  for (const mail of ready(own)) {
    if (steps.length >= limit) break;
    steps.push(nowMs < mail.expiresAtMs ? { kind: 'send', mail } : exhaust(mail));
  }
  return steps;
}

/** When something will be due although nothing happens. */
export function nextMailAtMs(own: OwnMails): number {
  const { book, server } = own;
  if (!isNone(ended(own))) return 0;
  const readyMs = isNone(ready(own)) ? Number.POSITIVE_INFINITY : server.heldUntilMs;
  return Math.min(readyMs, book.waiting.firstAtMs, book.ends.firstAtMs);
}

function* ended({ book, owns }: OwnMails): Generator<Registration> {
  for (const registration of book.ended) if (owns(registration.sessionId)) yield registration;
}

function* ready({ book, owns }: OwnMails): Generator<PendingMail> {
  for (const mail of book.ready) if (owns(recipientOf(mail.subject))) yield mail;
}

const isNone = (items: Generator<unknown>): boolean => items.next().done === true;

function endStep({ mails }: MailBook, registration: Registration): MailStep {
  const mail = mails.get(registration.causeId);
  if (mail === undefined) return { kind: 'forget', registration };
  return registration.isVerified ? { kind: 'settle', mail } : exhaust(mail);
}

const exhaust = (mail: PendingMail): MailStep => ({
  kind: 'exhaust',
  mail,
  error: expiries[mail.subject.kind],
});

const expiries = {
  code: 'the code has expired',
  invitation: 'the invitation has expired',
  quota: 'the month is over',
  key: 'the key was issued too long ago',
  webhook: 'the webhook was disabled too long ago',
  confirmation: 'the link has expired',
} as const;
