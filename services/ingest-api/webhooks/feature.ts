import { feed } from '../../../projections/webhooks/feed.ts';
import { webhookDeliveries } from '../../../projections/webhooks/webhook-deliveries.ts';
import { webhooks as rows } from '../../../projections/webhooks/webhooks.ts';
import type { IngestShared } from '../shared.ts';
import {
  changeWebhook,
  deleteWebhook,
  restoreWebhook,
  rotateWebhookSecret,
} from './change-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import { replayWebhook, retryWebhookDelivery, testWebhook } from './deliver-again.ts';

export const webhooks = {
  projections: [rows, webhookDeliveries, feed],
  handlers: (shared: IngestShared) => ({
    createWebhook: createWebhook(shared),
    changeWebhook: changeWebhook(shared),
    deleteWebhook: deleteWebhook(shared),
    restoreWebhook: restoreWebhook(shared),
    rotateWebhookSecret: rotateWebhookSecret(shared),
    testWebhook: testWebhook(shared),
    retryWebhookDelivery: retryWebhookDelivery(shared),
    replayWebhook: replayWebhook(shared),
  }),
};
