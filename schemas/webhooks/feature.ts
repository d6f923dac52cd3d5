import { feature } from '../feature.ts';
import type { WebhookCommand } from './commands.ts';
import type { WebhookEvent } from './events.ts';
import { webhookRoutes } from './routes.ts';
import type { TraceErrorEvent } from './trace-errors.ts';

export const webhooks = feature<WebhookCommand, WebhookEvent | TraceErrorEvent>()({
  area: 'Webhooks',
  commands: {
    CreateWebhook: true,
    ChangeWebhook: true,
    DeleteWebhook: true,
    RestoreWebhook: true,
    RotateWebhookSecret: true,
    TestWebhook: true,
    ReplayWebhook: true,
    RetryWebhookDelivery: true,
    DisableWebhook: true,
  },
  events: {
    WebhookCreated: true,
    WebhookChanged: true,
    WebhookSecretRotated: true,
    WebhookTestRequested: true,
    WebhookReplayRequested: true,
    WebhookRetryRequested: true,
    WebhookDisabled: true,
    WebhookDeleted: true,
    WebhookAttempted: true,
    WebhookRecovered: true,
    TraceFailed: true,
    TraceErrorsHeldBack: true,
  },
  rejections: { not_found: 404, limit_reached: 409 },
  routes: webhookRoutes,
});
