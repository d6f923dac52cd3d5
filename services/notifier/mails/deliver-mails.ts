import type { OrganizationId, SessionId } from '../../../schemas/ids.ts';
import { notifierLimits } from '../config.ts';
import { applyMailFact, type MailFact, mailTypes, newMailBook } from '../core/mails/book.ts';
import { dueMailSteps, nextMailAtMs } from '../core/mails/due.ts';
import { newMailServer } from '../core/mails/server.ts';
import { deliverSteps } from '../deliver-steps.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { executeMailSteps } from './execute.ts';

/**
 * Sends codes and notices of keys, quotas and webhooks to people that this process owns, and destroys the keys of ended
 * registrations, until the signal aborts.
 */
export async function deliverMails(
  dependencies: Required<NotifierDependencies>,
  owns: (id: SessionId | OrganizationId) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const [book, server] = [newMailBook(), newMailServer()];
  await deliverSteps(
    {
      types: new Set(mailTypes),
      apply: ({ event, stream, revision }) =>
        applyMailFact(book, { event: event as MailFact, stream, revision }, owns),
      due: (nowMs, limit) => dueMailSteps(book, server, nowMs, limit),
      nextDueAtMs: () => nextMailAtMs(book, server),
      execute: (steps, context) =>
        executeMailSteps(steps, { ...context, book, server }, dependencies),
      stepsMax: notifierLimits.stepsMax,
    },
    dependencies,
    signal,
  );
}
