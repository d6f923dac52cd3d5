import type { WebhookBody } from '../../schemas/webhooks/routes.ts';
import type { WebhookRow } from './webhooks.ts';

/** A webhook as clients read it. */
export function webhookBody(row: WebhookRow): WebhookBody {
  const { webhookId, organizationId, webhook, disabledReason, lastAttemptAtMs } = row;
  const { name, url, description, events, enabled } = webhook;
  return {
    id: webhookId,
    organization_id: organizationId,
    name,
    url,
    description,
    events: [...events],
    enabled,
    status: enabled ? 'active' : 'disabled',
    disabled_reason: disabledReason ?? null,
    total_deliveries: row.total,
    successful_deliveries: row.delivered,
    failed_deliveries: row.failed,
    last_delivery_at: lastAttemptAtMs === undefined ? null : instantOf(lastAttemptAtMs),
    created_at: instantOf(row.createdAtMs),
    updated_at: instantOf(row.changedAtMs),
  };
}

const instantOf = (ms: number): string => new Date(ms).toISOString();
