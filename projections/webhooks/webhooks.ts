import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { DisableReason, WebhookEvent } from '../../schemas/webhooks/events.ts';
import type { WebhookId } from '../../schemas/webhooks/ids.ts';
import { webhookId, webhookStream } from '../../schemas/webhooks/ids.ts';
import type { SecretName, Webhook } from '../../schemas/webhooks/webhook.ts';
import type { Projection } from '../engine/projection.ts';
import type { Limited, Resource } from '../engine/resource.ts';

export type WebhookRow = {
  readonly webhookId: WebhookId;
  readonly organizationId: OrganizationId;
  readonly webhook: Webhook;
  readonly secret: SecretName;
  /** The secret before the last rotation, and when that was. */
  readonly previous?: { readonly secret: SecretName; readonly rotatedAtMs: number };
  readonly disabledReason?: DisableReason;
  /** Deliveries whose first attempt was made, that succeeded, and that were given up. */
  readonly total: number;
  readonly delivered: number;
  readonly failed: number;
  readonly lastAttemptAtMs?: number;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
};

export const webhookKey = (organizationId: OrganizationId, webhookId: WebhookId | ''): string =>
  `${organizationId}/${webhookId}`;

type Read = Exclude<
  WebhookEvent['type'],
  'WebhookTestRequested' | 'WebhookReplayRequested' | 'WebhookRetryRequested' | 'WebhookRecovered'
>;

/** By organization and webhook; without those that were deleted. */
export const webhooks: Projection<WebhookRow, EventOf<Read>> = {
  name: 'webhooks',
  version: 1,
  types: new Set([
    'WebhookCreated',
    'WebhookChanged',
    'WebhookSecretRotated',
    'WebhookDisabled',
    'WebhookDeleted',
    'WebhookAttempted',
  ]),
  keys: ({ data }) => [webhookKey(data.organizationId, data.webhookId)],
  project: (row, event) => {
    const { atMs } = event;
    switch (event.type) {
      case 'WebhookCreated':
        return createdWebhook(event);
      case 'WebhookChanged':
        return row && changedWebhook(row, event.data.webhook, atMs);
      case 'WebhookSecretRotated': {
        const { secret, previous } = event.data;
        const rotated = { secret, previous: { secret: previous, rotatedAtMs: atMs } };
        return row && { ...row, ...rotated, changedAtMs: atMs };
      }
      case 'WebhookDisabled': {
        const { reason: disabledReason } = event.data;
        const webhook = row && { ...row.webhook, enabled: false };
        return row && webhook && { ...row, webhook, disabledReason, changedAtMs: atMs };
      }
      case 'WebhookDeleted':
        return undefined;
      case 'WebhookAttempted':
        return row && attempted(row, event);
    }
  },
};

export const createdWebhook = ({
  data: { restoredFrom: _, ...data },
  atMs,
}: Pick<EventOf<'WebhookCreated'>, 'data' | 'atMs'>): WebhookRow => ({
  ...data,
  total: 0,
  delivered: 0,
  failed: 0,
  createdAtMs: atMs,
  changedAtMs: atMs,
});

/** Whoever enables a webhook again has seen why it was disabled. */
export function changedWebhook(
  { disabledReason, ...row }: WebhookRow,
  webhook: Webhook,
  changedAtMs: number,
): WebhookRow {
  const kept = webhook.enabled || disabledReason === undefined ? {} : { disabledReason };
  return { ...row, ...kept, webhook, changedAtMs };
}

function attempted(
  row: WebhookRow,
  { data: { attempts } }: EventOf<'WebhookAttempted'>,
): WebhookRow {
  const count = (outcome: string): number => attempts.filter(one => one.outcome === outcome).length;
  const last = attempts.at(-1);
  return {
    ...row,
    total: row.total + attempts.filter(({ attempt }) => attempt === 1).length,
    delivered: row.delivered + count('delivered'),
    failed: row.failed + count('failed'),
    ...(last !== undefined && { lastAttemptAtMs: last.atMs }),
  };
}

export const webhookResource: Resource<WebhookRow, WebhookId> & Limited = {
  name: 'webhook',
  id: webhookId,
  stream: webhookStream,
  projection: webhooks,
  key: webhookKey,
  limit: 500,
};
