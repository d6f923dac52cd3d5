import type { EventOf } from '../../../../schemas/events/event.ts';
import { type FeedCause, feedTypes } from '../../../../schemas/webhooks/event-types.ts';
import type { WebhookAttempt } from '../../../../schemas/webhooks/events.ts';
import { addTarget, causeKey, drop, put, targetKey, type WebhookBook } from './book.ts';
import { remember, typeOf } from './causes.ts';
import { type DueDelivery, isBusy, type WebhookTarget } from './target.ts';

/** Types of events that deliveries follow from. */
export const webhookTypes = [
  'WebhookCreated',
  'WebhookChanged',
  'WebhookDisabled',
  'WebhookDeleted',
  'WebhookTestRequested',
  'WebhookReplayRequested',
  'WebhookRetryRequested',
  'WebhookAttempted',
  'WebhookRecovered',
  ...(Object.keys(feedTypes) as FeedCause[]),
] as const;

export type WebhookFact = EventOf<(typeof webhookTypes)[number]>;

/** An event, and its places in its stream and among all events. */
export type RecordedWebhookFact = {
  readonly event: WebhookFact;
  readonly revision: number;
  readonly position: number;
};

/** After one event. Cost: the webhooks of the organization that the event belongs to. */
export function applyWebhookFact(
  book: WebhookBook,
  { event, revision, position }: RecordedWebhookFact,
): void {
  switch (event.type) {
    case 'HealthCheckFailed':
    case 'HealthCheckRecovered':
    case 'AlertTriggered':
    case 'AlertResolved':
    case 'AnomalyDetected':
    case 'TraceFailed':
      onCause(book, event, position);
      return;
    case 'WebhookCreated':
      createTarget(book, event);
      return;
    default: {
      const target = book.targets.get(event.data.webhookId);
      if (target === undefined) return;
      book.changed.add(targetKey(target));
      onTarget(book, target, event, revision);
      if (isBusy(target)) book.busy.add(target);
      else book.busy.delete(target);
    }
  }
}

function onCause(
  book: WebhookBook,
  { type, id: causeId, data: { organizationId } }: EventOf<FeedCause>,
  position: number,
): void {
  const event = feedTypes[type];
  const forgotten = remember(book.causes, causeId, event, position);
  book.changed.add(causeKey(event, causeId, position));
  if (forgotten !== undefined) book.changed.add(causeKey(event, ...forgotten));
  for (const target of book.byOrganization.get(organizationId) ?? []) {
    if (!target.enabled || !target.events.has(event)) continue;
    book.changed.add(targetKey(target));
    enqueue(book, target, { causeId, event, isAsked: false });
    book.busy.add(target);
  }
}

/** One that was deleted and restored goes on where its deliveries ended. */
function createTarget(
  book: WebhookBook,
  { data: { webhookId, organizationId, webhook } }: EventOf<'WebhookCreated'>,
): void {
  book.changed.add(targetKey({ webhookId }));
  const { revision = -1, sequence = 0 } = book.targets.get(webhookId) ?? {};
  addTarget(book, {
    webhookId,
    organizationId,
    enabled: webhook.enabled,
    events: new Set(webhook.events),
    revision,
    sequence,
    wasDisabled: false,
    queue: new Map(),
    retries: new Map(),
  });
}

type OfTarget = Exclude<WebhookFact, EventOf<FeedCause | 'WebhookCreated'>>;

function onTarget(
  book: WebhookBook,
  target: WebhookTarget,
  event: OfTarget,
  revision: number,
): void {
  switch (event.type) {
    case 'WebhookChanged':
      changeTarget(book, target, event);
      return;
    case 'WebhookDisabled':
      disable(book, target);
      target.wasDisabled = true;
      return;
    case 'WebhookDeleted':
      for (const sequence of target.queue.keys()) drop(book, target, 'queue', sequence);
      for (const sequence of target.retries.keys()) drop(book, target, 'retries', sequence);
      target.enabled = false;
      target.isDeleted = true;
      book.byOrganization.get(target.organizationId)?.delete(target);
      return;
    case 'WebhookTestRequested':
      enqueue(book, target, {
        causeId: event.data.testId,
        event: event.data.event,
        isAsked: true,
      });
      return;
    case 'WebhookReplayRequested':
      for (const causeId of event.data.causeIds) {
        const type = typeOf(book.causes, causeId);
        if (type !== undefined) enqueue(book, target, { causeId, event: type, isAsked: true });
      }
      return;
    case 'WebhookRetryRequested':
      retry(book, target, event);
      return;
    case 'WebhookRecovered':
      target.revision = revision;
      target.wasDisabled = false;
      return;
    case 'WebhookAttempted':
      target.revision = revision;
      for (const attempt of event.data.attempts) onAttempt(book, target, attempt);
  }
}

function changeTarget(
  book: WebhookBook,
  target: WebhookTarget,
  { data: { webhook } }: EventOf<'WebhookChanged'>,
): void {
  target.events = new Set(webhook.events);
  if (!webhook.enabled) disable(book, target);
  else if (!target.enabled) target.failingSinceMs = undefined;
  target.enabled = webhook.enabled;
}

/** What is due is kept as events, and can be replayed; what a user asked for is sent all the same. */
function disable(book: WebhookBook, target: WebhookTarget): void {
  target.enabled = false;
  for (const place of ['queue', 'retries'] as const)
    for (const [sequence, { isAsked }] of target[place])
      if (!isAsked) drop(book, target, place, sequence);
}

function enqueue(
  book: WebhookBook,
  target: WebhookTarget,
  due: Pick<DueDelivery, 'causeId' | 'event' | 'isAsked'>,
): void {
  const sequence = ++target.sequence;
  put(book, target, 'queue', { ...due, sequence, attempts: 0, nextAtMs: 0 });
}

/** Under its sequence number, beginning with the first pause again. */
function retry(
  book: WebhookBook,
  target: WebhookTarget,
  { data }: EventOf<'WebhookRetryRequested'>,
): void {
  const { causeId, sequence, event = typeOf(book.causes, causeId) } = data;
  if (event === undefined || target.queue.has(sequence)) return;
  const attempts = target.retries.get(sequence)?.attempts ?? 0;
  const due = { causeId, event, sequence, attempts, nextAtMs: 0, isAsked: true };
  put(book, target, 'retries', due);
}

function onAttempt(book: WebhookBook, target: WebhookTarget, attempt: WebhookAttempt): void {
  const { sequence, outcome, atMs, nextAtMs = 0 } = attempt;
  const due = target.queue.get(sequence) ?? target.retries.get(sequence);
  drop(book, target, 'queue', sequence);
  drop(book, target, 'retries', sequence);
  if (outcome === 'delivered') target.failingSinceMs = undefined;
  else target.failingSinceMs ??= atMs;
  if (outcome !== 'retrying' || due === undefined) return;
  put(book, target, 'retries', { ...due, attempts: attempt.attempt, nextAtMs });
}
