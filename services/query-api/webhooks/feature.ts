import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import { silences } from '../../../projections/silences/silences.ts';
import { feed } from '../../../projections/webhooks/feed.ts';
import { webhookDeliveries } from '../../../projections/webhooks/webhook-deliveries.ts';
import { webhooks as rows } from '../../../projections/webhooks/webhooks.ts';
import type { QueryShared } from '../shared.ts';
import { getWebhookDelivery, listWebhookDeliveries } from './deliveries.ts';
import { listEvents } from './events.ts';
import { getWebhook, listWebhooks } from './webhooks.ts';

export const webhooks = {
  projections: [rows, webhookDeliveries, feed, alertHistory, silences],
  handlers: (shared: QueryShared) => ({
    listWebhooks: listWebhooks(shared),
    getWebhook: getWebhook(shared),
    listWebhookDeliveries: listWebhookDeliveries(shared),
    getWebhookDelivery: getWebhookDelivery(shared),
    listEvents: listEvents(shared),
  }),
};
