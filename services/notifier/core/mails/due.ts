import { advance, type MailBook, type Registration } from './book.ts';
import type { PendingMail } from './mail.ts';
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

/** What is to be done now, the oldest cause first. */
export function dueMailSteps(
  book: MailBook,
  server: MailServer,
  nowMs: number,
  limit: number,
): readonly MailStep[] {
  advance(book, nowMs);
  const steps: MailStep[] = [];
  for (const registration of book.ended) {
    if (steps.length >= limit) return steps;
    steps.push(endStep(book, registration));
  }
  if (book.ready.size === 0 || nowMs < server.heldUntilMs) return steps;
  if (server.failures > 0) return [...steps, { kind: 'check' }];
  for (const mail of book.ready) {
    if (steps.length >= limit) break;
    steps.push(nowMs < mail.expiresAtMs ? { kind: 'send', mail } : exhaust(mail));
  }
  return steps;
}

/** When something will be due although nothing happens. */
export function nextMailAtMs(book: MailBook, server: MailServer): number {
  if (book.ended.size > 0) return 0;
  const readyMs = book.ready.size > 0 ? server.heldUntilMs : Number.POSITIVE_INFINITY;
  return Math.min(readyMs, book.waiting.firstAtMs, book.ends.firstAtMs);
}

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
  quota: 'the month is over',
  key: 'the key was issued too long ago',
  webhook: 'the webhook was disabled too long ago',
  confirmation: 'the link has expired',
} as const;
