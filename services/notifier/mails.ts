import { type Bell, createBell } from '../../platform/lmdb/bell.ts';
import { deliveriesStream } from '../../schemas/ids.ts';
import { notifierLimits } from './config.ts';
import {
  close,
  cursorOf,
  dueSteps,
  initialMail,
  type MailState,
  meetCause,
  meetDelivery,
  wakeAtMs,
} from './core/mail.ts';
import { isDelivery, readDeliveries } from './deliveries.ts';
import { eventOf } from './delivery-event.ts';
import type { NotifierDependencies } from './dependencies.ts';
import { type Done, runStep } from './step.ts';

export const mailStream = deliveriesStream('mail');

type Dependencies = Required<NotifierDependencies>;

/** What this process knows while it owns the mails, shared by the reader and the worker. */
type Office = { state: MailState; revision: number; readonly bell: Bell };

/**
 * Sends codes and notices of keys and quotas, and destroys the keys of ended registrations until the signal aborts.
 * Starts from the events alone; rejects with `RevisionConflict` when another process does the same.
 */
export async function deliverMails(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const office = await openOffice(dependencies);
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
    guarded(readCauses(office, dependencies, either)),
    guarded(work(office, dependencies, either)),
  ]);
}

async function openOffice({ eventStore }: Dependencies): Promise<Office> {
  const { events, revision } = await readDeliveries(mailStream, eventStore);
  const state = events.reduce(meetDelivery, initialMail);
  return { state: { ...state, position: state.cursor }, revision, bell: createBell() };
}

/** What calls for a mail, or ends what did. */
const causes = new Set([
  'RegistrationRequested',
  'RegistrationVerified',
  'ApiKeyIssued',
  'QuotaWarned',
  'QuotaExceeded',
] as const);

async function readCauses(
  office: Office,
  { eventStore }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const after = office.state.cursor;
  for await (const batch of eventStore.subscribe({ after, types: causes, signal })) {
    for (const { event, position } of batch.events) {
      office.state = meetCause(office.state, event, position);
    }
    office.state = { ...office.state, position: Math.max(office.state.position, batch.position) };
    office.bell.ring();
  }
}

/** Nothing is sent before everything known today was read: it may say that it was sent already. */
async function work(
  office: Office,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const { eventStore, now } = dependencies;
  const head = await eventStore.head();
  while (!signal.aborted && office.state.position < head) {
    await office.bell.heard(notifierLimits.idleMsMax, signal);
  }
  while (!signal.aborted) {
    const steps = dueSteps(office.state, now(), notifierLimits.stepsMax);
    if (steps.length === 0) await rest(office, dependencies, signal);
    else
      await settle(
        office,
        await Promise.all(steps.map(step => runStep(step, dependencies, signal))),
        dependencies,
      );
  }
}

async function rest(
  { state, bell }: Office,
  { now }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const dueMs = (wakeAtMs(state) ?? Number.POSITIVE_INFINITY) - now();
  await bell.heard(Math.max(0, Math.min(dueMs, notifierLimits.idleMsMax)), signal);
}

async function settle(
  office: Office,
  done: readonly Done[],
  { eventStore, now }: Dependencies,
): Promise<void> {
  const destroyed = done.filter(one => one.kind === 'destroyed');
  for (const { mail } of destroyed) office.state = close(office.state, mail.causeId);
  const cursor = cursorOf(office.state);
  const events = done
    .filter(one => one.kind === 'delivered')
    .map(one => eventOf(one, { cursor, nowMs: now() }));
  if (events.length === 0) return;
  await eventStore.append(mailStream, events, office.revision);
  office.revision += events.length;
  office.state = events.filter(isDelivery).reduce(meetDelivery, office.state);
}
