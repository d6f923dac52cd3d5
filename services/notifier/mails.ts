import { createBell, type Notifier } from '../../platform/lmdb/notifier.ts';
import { deliveriesStream } from '../../schemas/ids.ts';
import { notifierLimits } from './config.ts';
import {
  close,
  cursorOf,
  type DeliveryQueueState,
  dueActions,
  initialMail,
  nextDueAtMs,
  onDeliveryEvent,
  onTrigger,
} from './core/delivery-queue.ts';
import { isDelivery, readDeliveries } from './deliveries.ts';
import { eventOf } from './delivery-event.ts';
import type { NotifierDependencies } from './dependencies.ts';
import { type Done, executeAction } from './execute-action.ts';

/** Under this id the mails belong to one process. */
export const mailTarget = 'mail';

export const mailStream = deliveriesStream(mailTarget);

type Dependencies = Required<NotifierDependencies>;

/** What this process knows while it owns the mails, shared by the reader and the worker. */
type DeliveryWorkerState = { state: DeliveryQueueState; revision: number; readonly bell: Notifier };

/**
 * Sends codes and notices of keys and quotas, and destroys the keys of ended registrations until the signal aborts.
 * Starts from the events alone; rejects with `RevisionConflict` when another process does the same.
 */
export async function deliverMails(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const worker = await loadState(dependencies);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const guarded = async (task: Promise<void>): Promise<void> => {
    try {
      await task;
    } finally {
      failed.abort();
    }
  };
  await Promise.all([
    guarded(readCauses(worker, dependencies, either)),
    guarded(work(worker, dependencies, either)),
  ]);
}

async function loadState({ eventStore }: Dependencies): Promise<DeliveryWorkerState> {
  const { events, revision } = await readDeliveries(mailStream, eventStore);
  const state = events.reduce(onDeliveryEvent, initialMail);
  return { state: { ...state, position: state.cursor }, revision, bell: createBell() };
}

/** What calls for a mail, or ends what did. */
const causes = new Set([
  'RegistrationRequested',
  'RegistrationVerified',
  'ApiKeyIssued',
  'QuotaWarned',
  'QuotaExceeded',
  'WebhookDisabled',
  'WebhookRecovered',
] as const);

async function readCauses(
  worker: DeliveryWorkerState,
  { eventStore }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const after = worker.state.cursor;
  for await (const batch of eventStore.subscribe({ after, types: causes, signal })) {
    for (const { event, position } of batch.events) {
      worker.state = onTrigger(worker.state, event, position);
    }
    worker.state = { ...worker.state, position: Math.max(worker.state.position, batch.position) };
    worker.bell.ring();
  }
}

/** Nothing is sent before everything known today was read: it may say that it was sent already. */
async function work(
  worker: DeliveryWorkerState,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const { eventStore, now } = dependencies;
  const head = await eventStore.head();
  while (!signal.aborted && worker.state.position < head) {
    await worker.bell.heard(notifierLimits.idleMsMax, signal);
  }
  while (!signal.aborted) {
    const steps = dueActions(worker.state, now(), notifierLimits.stepsMax);
    if (steps.length === 0) await rest(worker, dependencies, signal);
    else
      await settle(
        worker,
        await Promise.all(steps.map(step => executeAction(step, dependencies, signal))),
        dependencies,
      );
  }
}

async function rest(
  { state, bell }: DeliveryWorkerState,
  { now }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const dueMs = (nextDueAtMs(state) ?? Number.POSITIVE_INFINITY) - now();
  await bell.heard(Math.max(0, Math.min(dueMs, notifierLimits.idleMsMax)), signal);
}

async function settle(
  worker: DeliveryWorkerState,
  done: readonly Done[],
  { eventStore, now }: Dependencies,
): Promise<void> {
  const destroyed = done.filter(one => one.kind === 'destroyed');
  for (const { mail } of destroyed) worker.state = close(worker.state, mail.causeId);
  const cursor = cursorOf(worker.state);
  const events = done
    .filter(one => one.kind === 'delivered')
    .map(one => eventOf(one, { cursor, nowMs: now() }));
  if (events.length === 0) return;
  await eventStore.append(mailStream, events, worker.revision);
  worker.revision += events.length;
  worker.state = events.filter(isDelivery).reduce(onDeliveryEvent, worker.state);
}
