import { openInTurn } from '../../../platform/shares/in-turn.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { notifierLimits } from '../config.ts';
import { apply, type NoticeFact, noticeTypes } from '../core/notices/apply.ts';
import { newBook } from '../core/notices/book.ts';
import { dueStep, nextDueAtMs } from '../core/notices/due.ts';
import { deliverToTargets } from '../deliver-targets.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { executeStep } from './execute.ts';

/** Sends notices of the alerts of the organizations that this process owns until the signal aborts. */
export async function deliverNotices(
  dependencies: Required<NotifierDependencies>,
  owns: (id: OrganizationId) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const book = newBook();
  const mailTurns = openInTurn(notifierLimits.noticeMails);
  await deliverToTargets(
    {
      types: new Set(noticeTypes),
      apply: ({ event, recordedAtMs, revision }) =>
        apply(book, { event: event as NoticeFact, recordedAtMs, revision }, owns),
      busy: book.busy,
      isDue: (target, nowMs) => dueStep(book, target, nowMs) !== undefined,
      nextDueAtMs: (target, nowMs) => nextDueAtMs(book, target, nowMs),
      serve: async (target, context) => {
        const step = dueStep(book, target, dependencies.now());
        return step === undefined ? -1 : executeStep(step, { ...context, mailTurns }, dependencies);
      },
    },
    dependencies,
    signal,
  );
}
