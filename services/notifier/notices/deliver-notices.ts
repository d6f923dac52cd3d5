import { openInTurn } from '../../../platform/shares/in-turn.ts';
import type { BookProjection } from '../../../projections/engine/book.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { notifierLimits } from '../config.ts';
import { apply, type NoticeFact, noticeTypes } from '../core/notices/apply.ts';
import { type NoticeBook, newBook, noticeRow, restoreNoticeRow } from '../core/notices/book.ts';
import { dueStep, nextDueAtMs } from '../core/notices/due.ts';
import { deliverDue } from '../deliver-due.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { executeStep } from './execute.ts';
import { openProgress } from './progress.ts';

/** Of what channels are to be notified. */
export const dueNotices: BookProjection<NoticeBook, NoticeFact> = {
  name: 'due-notices',
  version: 1,
  types: new Set(noticeTypes),
  open: newBook,
  apply,
  row: noticeRow,
  restore: restoreNoticeRow,
};

/** Sends notices of the alerts of the organizations that this process owns until the signal aborts. */
export async function deliverNotices(
  dependencies: Required<NotifierDependencies>,
  owns: (id: OrganizationId) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const mailTurns = openInTurn(notifierLimits.noticeMails);
  const progress = openProgress();
  await deliverDue(
    {
      due: dueNotices,
      busy: ({ busy }) => busy,
      owns: ({ organizationId }) => owns(organizationId),
      shareOf: ({ organizationId }) => organizationId,
      isDue: (book, target, nowMs) => dueStep(book, target, nowMs) !== undefined,
      nextDueAtMs,
      serve: async (book, target, context) => {
        const step = dueStep(book, target, dependencies.now());
        return step === undefined
          ? -1
          : executeStep(step, { ...context, mailTurns, progress }, dependencies);
      },
    },
    dependencies,
    signal,
  );
}
