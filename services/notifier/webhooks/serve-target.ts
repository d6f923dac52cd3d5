import { ownEnvelope, sendCommand } from '../../../platform/commands/send.ts';
import type { Send } from '../../../platform/outbound/request.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { type DomainEvent, eventVersion } from '../../../schemas/events/event.ts';
import { commandId, deliveriesStream, eventId } from '../../../schemas/ids.ts';
import type {
  DisableReason,
  WebhookAttempt,
  WebhookAttempted,
  WebhookRecovered,
} from '../../../schemas/webhooks/events.ts';
import { webhookStream } from '../../../schemas/webhooks/ids.ts';
import { notifierLimits } from '../config.ts';
import { attemptOf, isGone } from '../core/webhooks/attempt.ts';
import { dueDeliveries, isGivenUp } from '../core/webhooks/due.ts';
import type { DueDelivery, WebhookTarget } from '../core/webhooks/target.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { type AttemptMade, keepExcerpts } from './excerpts.ts';
import { postEnvelope } from './post-envelope.ts';

type Dependencies = Required<NotifierDependencies>;

/**
 * Sends what is due to one webhook, in order, when it is the turn of its organization, and records the attempts; gives the position of the record. A crash before
 * it repeats them. Rejects with `RevisionConflict` when another process does the same.
 */
export async function serveTarget(
  target: WebhookTarget,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<number> {
  const { now, eventStore, outbound } = dependencies;
  const { organizationId } = target;
  const { made, isEndpointGone } = await outbound.inTurn({ organizationId, signal }, send =>
    sendDue(target, { ...dependencies, send }, signal),
  );
  if (made.length === 0) return -1;
  const events = recordsOf(
    target,
    made.map(({ attempt }) => attempt),
    now(),
  );
  const position = await eventStore.append(
    deliveriesStream(target.webhookId),
    events,
    target.revision,
  );
  await keepExcerpts(target, made, dependencies);
  const reason = isEndpointGone ? 'gone' : isGivenUp(target, now()) ? 'failing' : undefined;
  if (reason !== undefined) await disable(target, reason, dependencies);
  return position;
}

/** Until the record is due, or the endpoint says that it is gone. */
async function sendDue(
  target: WebhookTarget,
  dependencies: Dependencies & { readonly send: Send },
  signal: AbortSignal,
) {
  const { now, onAttempt } = dependencies;
  const beganMs = now();
  const made: AttemptMade[] = [];
  let isEndpointGone = false;
  for (const due of dueDeliveries(target, beganMs)) {
    if (isEndpointGone || now() - beganMs > notifierLimits.attemptsFlushMs) break;
    if (!isStillDue(target, due)) continue;
    const atMs = now();
    const response = await postEnvelope(target, due, dependencies, signal);
    if (response === undefined) break;
    const attempt = attemptOf(target, due, response, { atMs, durationMs: now() - atMs });
    onAttempt({ via: 'webhook', outcome: attempt.outcome });
    const { excerpt } = response.kind === 'response' ? response : {};
    made.push({ attempt, ...(excerpt !== undefined && { excerpt }) });
    isEndpointGone = isGone(response);
  }
  return { made, isEndpointGone };
}

/** A user may have disabled or deleted the webhook since. */
const isStillDue = ({ queue, retries }: WebhookTarget, { sequence }: DueDelivery): boolean =>
  queue.has(sequence) || retries.has(sequence);

/** One name for one place in the stream: an append that is repeated adds nothing. */
function recordsOf(
  target: WebhookTarget,
  attempts: readonly WebhookAttempt[],
  atMs: number,
): readonly DomainEvent[] {
  const { webhookId, organizationId, revision, enabled, wasDisabled } = target;
  const causationId = attempts[0]?.causeId;
  if (causationId === undefined) throw new Error('expected an attempt, found none');
  const record = (fact: WebhookAttempted | WebhookRecovered, place: number): DomainEvent => ({
    ...fact,
    id: eventId(uuidV5(webhookId, `${fact.type} ${place}`)),
    version: eventVersion,
    organizationId,
    atMs,
    causationId,
    correlationId: causationId,
    actor: 'notifier',
  });
  const of = { webhookId, organizationId };
  const attempted = record({ type: 'WebhookAttempted', data: { ...of, attempts } }, revision + 1);
  const isRecovered = wasDisabled && enabled && attempts.some(isDelivered);
  return isRecovered
    ? [attempted, record({ type: 'WebhookRecovered', data: of }, revision + 2)]
    : [attempted];
}

const isDelivered = ({ outcome }: WebhookAttempt): boolean => outcome === 'delivered';

const disable = (
  { webhookId, organizationId, revision }: WebhookTarget,
  reason: DisableReason,
  { topicLog, now }: Dependencies,
): Promise<void> => {
  const id = commandId(uuidV5(webhookId, `DisableWebhook ${revision + 1}`));
  const stream = webhookStream(webhookId);
  return sendCommand(
    { type: 'DisableWebhook', data: { webhookId, reason } },
    ownEnvelope({ id, organizationId, stream, atMs: now(), actor: 'notifier' }),
    { topicLog },
  );
};
