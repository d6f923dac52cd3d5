import type { EventOf } from '../../../../schemas/events/event.ts';
import type { EventId, OrganizationId } from '../../../../schemas/ids.ts';
import {
  type FeedCause,
  feedTypes,
  type WebhookEventType,
} from '../../../../schemas/webhooks/event-types.ts';
import type { WebhookAttempt } from '../../../../schemas/webhooks/events.ts';
import type { WebhookId } from '../../../../schemas/webhooks/ids.ts';
import { type Causes, remember, typeOf } from './causes.ts';
import { isBusy, type WebhookTarget } from './target.ts';

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

/** An event, and its place in its stream. */
export type RecordedWebhookFact = { readonly event: WebhookFact; readonly revision: number };

/** Everything that is known about deliveries to webhooks, from the events alone. It changes in place. */
export type WebhookBook = {
  readonly targets: Map<WebhookId, WebhookTarget>;
  readonly byOrganization: Map<OrganizationId, Set<WebhookTarget>>;
  readonly causes: Causes;
  /** Targets with something left to do. */
  readonly busy: Set<WebhookTarget>;
};

export const newWebhookBook = (): WebhookBook => ({
  targets: new Map(),
  byOrganization: new Map(),
  causes: new Map(),
  busy: new Set(),
});

/**
 * After one event. Events of other organizations than those that `owns` names change nothing.
 * Cost: the webhooks of the organization that the event belongs to.
 */
export function applyWebhookFact(
  book: WebhookBook,
  { event, revision }: RecordedWebhookFact,
  owns: (id: OrganizationId) => boolean,
): void {
  if (!owns(event.data.organizationId)) return;
  switch (event.type) {
    case 'HealthCheckFailed':
    case 'HealthCheckRecovered':
    case 'AlertTriggered':
    case 'AlertResolved':
    case 'AnomalyDetected':
    case 'TraceFailed':
      onCause(book, event.data.organizationId, event.id, feedTypes[event.type]);
      return;
    case 'WebhookCreated':
      createTarget(book, event);
      return;
    default: {
      const target = book.targets.get(event.data.webhookId);
      if (target === undefined) return;
      onTarget(book, target, event, revision);
      if (isBusy(target)) book.busy.add(target);
      else book.busy.delete(target);
    }
  }
}

function onCause(
  { byOrganization, busy, causes }: WebhookBook,
  organizationId: OrganizationId,
  causeId: EventId,
  event: WebhookEventType,
): void {
  remember(causes, causeId, event);
  for (const target of byOrganization.get(organizationId) ?? []) {
    if (!target.enabled || !target.events.has(event)) continue;
    enqueue(target, causeId, event, false);
    busy.add(target);
  }
}

function createTarget(
  { targets, byOrganization }: WebhookBook,
  { data: { webhookId, organizationId, webhook } }: EventOf<'WebhookCreated'>,
): void {
  const target: WebhookTarget = {
    webhookId,
    organizationId,
    enabled: webhook.enabled,
    events: new Set(webhook.events),
    revision: -1,
    sequence: 0,
    wasDisabled: false,
    queue: new Map(),
    retries: new Map(),
  };
  targets.set(webhookId, target);
  const others = byOrganization.get(organizationId) ?? new Set();
  byOrganization.set(organizationId, others.add(target));
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
      changeTarget(target, event);
      return;
    case 'WebhookDisabled':
      disable(target);
      target.wasDisabled = true;
      return;
    case 'WebhookDeleted':
      disable(target);
      target.queue.clear();
      target.retries.clear();
      book.targets.delete(target.webhookId);
      book.byOrganization.get(target.organizationId)?.delete(target);
      return;
    case 'WebhookTestRequested':
      enqueue(target, event.data.testId, event.data.event, true);
      return;
    case 'WebhookReplayRequested':
      for (const id of event.data.causeIds) {
        const type = typeOf(book.causes, id);
        if (type !== undefined) enqueue(target, id, type, true);
      }
      return;
    case 'WebhookRetryRequested':
      retry(target, event, typeOf(book.causes, event.data.causeId));
      return;
    case 'WebhookRecovered':
      target.revision = revision;
      target.wasDisabled = false;
      return;
    case 'WebhookAttempted':
      target.revision = revision;
      for (const attempt of event.data.attempts) onAttempt(target, attempt);
  }
}

function changeTarget(
  target: WebhookTarget,
  { data: { webhook } }: EventOf<'WebhookChanged'>,
): void {
  target.events = new Set(webhook.events);
  if (!webhook.enabled) disable(target);
  else if (!target.enabled) target.failingSinceMs = undefined;
  target.enabled = webhook.enabled;
}

/** What is due is kept as events, and can be replayed; what a user asked for is sent all the same. */
function disable(target: WebhookTarget): void {
  target.enabled = false;
  for (const due of [target.queue, target.retries])
    for (const [sequence, { isAsked }] of due) if (!isAsked) due.delete(sequence);
}

function enqueue(
  target: WebhookTarget,
  causeId: EventId,
  event: WebhookEventType,
  isAsked: boolean,
): void {
  const sequence = ++target.sequence;
  target.queue.set(sequence, { causeId, event, sequence, attempts: 0, nextAtMs: 0, isAsked });
}

/** Under its sequence number, beginning with the first pause again. */
function retry(
  { queue, retries }: WebhookTarget,
  { data: { causeId, sequence } }: EventOf<'WebhookRetryRequested'>,
  event: WebhookEventType | undefined,
): void {
  if (event === undefined || queue.has(sequence)) return;
  const attempts = retries.get(sequence)?.attempts ?? 0;
  retries.set(sequence, { causeId, event, sequence, attempts, nextAtMs: 0, isAsked: true });
}

function onAttempt(target: WebhookTarget, attempt: WebhookAttempt): void {
  const { sequence, outcome, atMs, nextAtMs = 0 } = attempt;
  const due = target.queue.get(sequence) ?? target.retries.get(sequence);
  target.queue.delete(sequence);
  target.retries.delete(sequence);
  if (outcome === 'delivered') target.failingSinceMs = undefined;
  else target.failingSinceMs ??= atMs;
  if (outcome !== 'retrying' || due === undefined) return;
  target.retries.set(sequence, { ...due, attempts: attempt.attempt, nextAtMs });
}
