import type { RecordedEvent } from '../../../platform/event-store/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { notifierLimits } from '../config.ts';
import {
  apply,
  type NoticeBook,
  type NoticeFact,
  newBook,
  noticeTypes,
} from '../core/notices/book.ts';
import { dueSteps, nextDueAtMs } from '../core/notices/due.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { type Followed, followEvents, newFollowed, reach } from '../follow-events.ts';
import { executeStep } from './execute.ts';

type Dependencies = Required<NotifierDependencies>;

type Owns = (id: OrganizationId) => boolean;

/** What this process knows of the notices that it owns, shared by the reader and the worker. */
type NoticeWorker = Followed & { readonly book: NoticeBook };

const types = new Set(noticeTypes);

/**
 * Sends notices of the alerts of the organizations that this process owns until the signal aborts. Starts from
 * the events alone; rejects with `RevisionConflict` when another process does the same.
 */
export async function deliverNotices(
  dependencies: Dependencies,
  owns: Owns,
  signal: AbortSignal,
): Promise<void> {
  const worker: NoticeWorker = { ...newFollowed(), book: newBook() };
  const record = ({ event, recordedAtMs, revision }: RecordedEvent): void =>
    apply(worker.book, { event: event as NoticeFact, recordedAtMs, revision }, owns);
  const following = {
    types,
    apply: record,
    work: (either: AbortSignal) => work(worker, dependencies, either),
  };
  await followEvents(worker, following, dependencies.eventStore, signal);
}

/** Before each round, everything is read that was recorded by then: it may say that something was sent already. */
async function work(
  worker: NoticeWorker,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const { eventStore, now } = dependencies;
  await reach(worker, await eventStore.head(), signal);
  while (!signal.aborted) {
    const nowMs = now();
    if (dueSteps(worker.book, nowMs, 1).length === 0) {
      await rest(worker, nowMs, signal);
      continue;
    }
    await reach(worker, await eventStore.head(), signal);
    await round(worker, nowMs, dependencies, signal);
  }
}

/** The steps of one instant, and until this process has read that they are done. */
async function round(
  worker: NoticeWorker,
  nowMs: number,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const context = { cursor: worker.position, signal };
  const steps = dueSteps(worker.book, nowMs, notifierLimits.targetsMax);
  const done = steps.map(step => executeStep(step, context, dependencies));
  await reach(worker, Math.max(-1, ...(await Promise.all(done))), signal);
}

async function rest({ book, bell }: NoticeWorker, nowMs: number, signal: AbortSignal) {
  const waitMs = (nextDueAtMs(book, nowMs) ?? Number.POSITIVE_INFINITY) - nowMs;
  await bell.heard(Math.max(1, Math.min(waitMs, notifierLimits.idleMsMax)), signal);
}
