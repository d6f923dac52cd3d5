import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  disableWebhook,
  replayWebhook,
  restoreWebhook,
  retryWebhookDelivery,
  rotateWebhookSecret,
  webhookStreams as streams,
  testWebhook,
} from './change-webhooks.ts';
import { webhooks } from './webhook.ts';

export const webhooksFeature = {
  aggregates: [webhooks],
  deciders: {
    CreateWebhook: { streams, decide: createWebhook },
    ChangeWebhook: { streams, decide: changeWebhook },
    DeleteWebhook: { streams, decide: deleteWebhook },
    RestoreWebhook: { streams, decide: restoreWebhook },
    RotateWebhookSecret: { streams, decide: rotateWebhookSecret },
    TestWebhook: { streams, decide: testWebhook },
    ReplayWebhook: { streams, decide: replayWebhook },
    RetryWebhookDelivery: { streams, decide: retryWebhookDelivery },
    DisableWebhook: { streams, decide: disableWebhook },
  },
} as const;
