import type { NoticeBook } from '../../services/notifier/core/notices/book.ts';
import { dueStep, type NoticeStep } from '../../services/notifier/core/notices/due.ts';

/** What is to be done now, one step for each target at most. */
export function dueSteps(book: NoticeBook, nowMs: number, limit: number): readonly NoticeStep[] {
  const steps: NoticeStep[] = [];
  for (const target of book.busy) {
    const step = dueStep(book, target, nowMs);
    if (step !== undefined) steps.push(step);
    if (steps.length === limit) break;
  }
  return steps;
}
