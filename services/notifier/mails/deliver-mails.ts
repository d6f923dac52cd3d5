import type { BookProjection } from '../../../projections/engine/book.ts';
import { notifierLimits } from '../config.ts';
import {
  applyMailFact,
  type MailBook,
  type MailFact,
  mailRow,
  mailTypes,
  newMailBook,
  restoreMailRow,
} from '../core/mails/book.ts';
import { dueMailSteps, nextMailAtMs, type OwnMails } from '../core/mails/due.ts';
import { newMailServer } from '../core/mails/server.ts';
import { deliverDue } from '../deliver-due.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { executeMailSteps } from './execute.ts';

/** Mails to people that are not over, and registrations whose keys are to be destroyed. */
export const dueMails: BookProjection<MailBook, MailFact> = {
  name: 'due-mails',
  version: 1,
  types: new Set(mailTypes),
  open: newMailBook,
  apply: applyMailFact,
  row: mailRow,
  restore: restoreMailRow,
};

/**
 * Sends codes and notices of keys, quotas and webhooks to people that this process owns, and destroys the keys of ended
 * registrations, until the signal aborts.
 */
export async function deliverMails(
  dependencies: Required<NotifierDependencies>,
  owns: OwnMails['owns'],
  signal: AbortSignal,
): Promise<void> {
  const server = newMailServer();
  const own = (book: MailBook): OwnMails => ({ book, server, owns });
  const { now } = dependencies;
  await deliverDue(
    {
      due: dueMails,
      // All have one server, so what it takes at once is one target.
      busy: book => [book],
      owns: () => true,
      shareOf: () => 'mails',
      isDue: (book, _, nowMs) => dueMailSteps(own(book), nowMs, 1).length > 0,
      nextDueAtMs: book => nextMailAtMs(own(book)),
      serve: (book, _, context) => {
        const steps = dueMailSteps(own(book), now(), notifierLimits.stepsMax);
        return executeMailSteps(steps, { ...context, book, server }, dependencies);
      },
    },
    dependencies,
    signal,
  );
}
