import type { RecordedEvent } from '../../../platform/event-store/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { notifierLimits } from '../config.ts';
import {
  applyWebhookFact,
  newWebhookBook,
  type WebhookBook,
  type WebhookFact,
  webhookTypes,
} from '../core/webhooks/book.ts';
import { nextDueAtMs } from '../core/webhooks/due.ts';
import type { WebhookTarget } from '../core/webhooks/target.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { type Followed, followEvents, newFollowed, reach } from '../follow-events.ts';
import { serveTarget } from './serve-target.ts';

type Dependencies = Required<NotifierDependencies>;

/** What this process knows of the webhooks that it owns, shared by the reader and those who send. */
type WebhookWorker = Followed & {
  readonly book: WebhookBook;
  /** Webhooks that are being sent to. */
  readonly served: Set<WebhookTarget>;
  failure?: unknown;
};

const types = new Set(webhookTypes);

/**
 * Delivers to the webhooks of the organizations that this process owns until the signal aborts. Starts from the events
 * alone; rejects with `RevisionConflict` when another process does the same.
 */
export async function deliverWebhooks(
  dependencies: Dependencies,
  owns: (id: OrganizationId) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const worker: WebhookWorker = { ...newFollowed(), book: newWebhookBook(), served: new Set() };
  const apply = ({ event, revision }: RecordedEvent): void =>
    applyWebhookFact(worker.book, { event: event as WebhookFact, revision }, owns);
  const following = {
    types,
    apply,
    work: (either: AbortSignal) => work(worker, dependencies, either),
  };
  await followEvents(worker, following, dependencies.eventStore, signal);
}

/** Nothing is sent before everything that was recorded is known: it may say that something was sent already. */
async function work(
  worker: WebhookWorker,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const { eventStore, now } = dependencies;
  await reach(worker, await eventStore.head(), signal);
  while (!signal.aborted) {
    if (worker.failure !== undefined) throw worker.failure;
    for (const target of startable(worker, now())) start(worker, target, dependencies, signal);
    await rest(worker, now(), signal);
  }
}

/** Each webhook is served beside the others, so that a dead one delays none. */
function* startable({ book, served }: WebhookWorker, nowMs: number): Generator<WebhookTarget> {
  for (const target of book.busy) {
    if (served.size >= notifierLimits.webhooksAtOnceMax) return;
    if (!served.has(target) && nextDueAtMs(target) <= nowMs) yield target;
  }
}

function start(
  worker: WebhookWorker,
  target: WebhookTarget,
  dependencies: Dependencies,
  signal: AbortSignal,
): void {
  worker.served.add(target);
  const serve = async (): Promise<void> => {
    try {
      await reach(worker, await dependencies.eventStore.head(), signal);
      const position = await serveTarget(target, dependencies, signal);
      await reach(worker, position, signal);
    } catch (error) {
      if (!signal.aborted) worker.failure = error;
    } finally {
      worker.served.delete(target);
      worker.bell.ring();
    }
  };
  void serve();
}

async function rest({ book, served, bell }: WebhookWorker, nowMs: number, signal: AbortSignal) {
  let dueMs = Number.POSITIVE_INFINITY;
  for (const target of book.busy)
    if (!served.has(target)) dueMs = Math.min(dueMs, nextDueAtMs(target));
  // The end of one that is served rings.
  const isFull = served.size >= notifierLimits.webhooksAtOnceMax;
  const waitMs = isFull ? notifierLimits.idleMsMax : dueMs - nowMs;
  await bell.heard(Math.max(1, Math.min(waitMs, notifierLimits.idleMsMax)), signal);
}
