import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { WebhookAttempt } from '../../schemas/webhooks/events.ts';
import type { WebhookDeliveryId, WebhookId } from '../../schemas/webhooks/ids.ts';
import type { OfWebhook } from '../../schemas/webhooks/webhook.ts';
import type { Projection } from '../engine/projection.ts';

export type WebhookDeliveryRow = OfWebhook &
  Pick<WebhookAttempt, 'deliveryId' | 'causeId' | 'event' | 'sequence'> & {
    /** The latest, oldest first. */
    readonly attempts: readonly WebhookAttempt[];
  };

/** A delivery has eight attempts, and may be retried by hand. */
const attemptsMax = 24;

/** How long deliveries are shown, and events can be delivered. */
export const webhookHistoryMs = 30 * dayMs;

const sequenceMax = 1e15;

export const deliveriesOf = (organizationId: OrganizationId, webhook: WebhookId): string =>
  `${organizationId}/${webhook}/at/`;

/** The newest first. */
export const deliveryPlace = (sequence: number): string =>
  String(sequenceMax - sequence).padStart(16, '0');

export const deliveryKey = (
  organizationId: OrganizationId,
  webhook: WebhookId,
  id: WebhookDeliveryId,
): string => `${organizationId}/${webhook}/id/${id}`;

/** One row for each delivery, under its place among those of the webhook and under its id. */
export const webhookDeliveries: Projection<WebhookDeliveryRow, EventOf<'WebhookAttempted'>> = {
  name: 'webhook-deliveries',
  version: 1,
  types: new Set(['WebhookAttempted']),
  keys: ({ data }) => [...new Set(data.attempts.flatMap(attempt => keysOf(data, attempt)))],
  project: (row, { data }, key) => {
    const attempts = data.attempts.filter(attempt => keysOf(data, attempt).includes(key));
    const [first] = attempts;
    if (first === undefined) return row;
    const { webhookId, organizationId } = data;
    const { deliveryId, causeId, event, sequence } = first;
    const all = [...(row?.attempts ?? []), ...attempts].slice(-attemptsMax);
    return { webhookId, organizationId, deliveryId, causeId, event, sequence, attempts: all };
  },
  retention: { ms: webhookHistoryMs, endedAtMs: ({ attempts }) => attempts.at(-1)?.atMs },
};

const keysOf = (
  { organizationId, webhookId }: OfWebhook,
  { sequence, deliveryId }: WebhookAttempt,
): readonly string[] => [
  `${deliveriesOf(organizationId, webhookId)}${deliveryPlace(sequence)}`,
  deliveryKey(organizationId, webhookId, deliveryId),
];
