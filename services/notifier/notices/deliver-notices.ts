import type { OrganizationId } from '../../../schemas/ids.ts';
import { notifierLimits } from '../config.ts';
import { apply, type NoticeFact, noticeTypes } from '../core/notices/apply.ts';
import { newBook } from '../core/notices/book.ts';
import { dueSteps, nextDueAtMs } from '../core/notices/due.ts';
import { deliverSteps } from '../deliver-steps.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { executeStep } from './execute.ts';

/** Sends notices of the alerts of the organizations that this process owns until the signal aborts. */
export async function deliverNotices(
  dependencies: Required<NotifierDependencies>,
  owns: (id: OrganizationId) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const book = newBook();
  await deliverSteps(
    {
      types: new Set(noticeTypes),
      apply: ({ event, recordedAtMs, revision }) =>
        apply(book, { event: event as NoticeFact, recordedAtMs, revision }, owns),
      due: (nowMs, limit) => dueSteps(book, nowMs, limit),
      nextDueAtMs: nowMs => nextDueAtMs(book, nowMs) ?? Number.POSITIVE_INFINITY,
      execute: async (steps, context) => {
        const done = steps.map(step => executeStep(step, context, dependencies));
        return Math.max(-1, ...(await Promise.all(done)));
      },
      stepsMax: notifierLimits.targetsMax,
    },
    dependencies,
    signal,
  );
}
