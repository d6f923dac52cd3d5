const webhook = {
  id: '2f6c0c8e-7a1b-5e0e-9c2b-0f6a4be1d7a1',
  organization_id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
  name: 'Incidents',
  url: 'https://hooks.example.com/tidemark',
  description: null,
  events: ['alert.triggered', 'alert.resolved'],
  enabled: true,
  status: 'active',
  disabled_reason: null,
  total_deliveries: 0,
  successful_deliveries: 0,
  failed_deliveries: 0,
  last_delivery_at: null,
  created_at: '2026-11-25T08:12:00.120Z',
  updated_at: '2026-11-25T08:12:00.120Z',
};

const secret = 'whsec_4fGh7Jk2Lm9Np3Qr5St8Uv1Wx6Yz0Ab2';

const event = {
  event: 'alert.resolved',
  event_id: '5b0c2f0e-5d0a-5f3b-9a55-0c6f4be1d7a1',
  organization_id: webhook.organization_id,
  timestamp: '2026-11-25T08:20:10.004Z',
  data: {
    alert_id: 'b3a2d07e-4c1c-5d0e-9c2b-0f6a4be1d7a1',
    rule_id: '7d6c2f6e-9d0b-5f0e-8a51-5f1d2f7f2a01',
    rule_name: 'Checkout errors',
    rule_version: 1,
    severity: 'critical',
    service_name: 'checkout',
    metric: 'error_rate',
    operator: '>',
    threshold: 5,
    value: 0.4,
    triggered_at: '2026-11-25T08:14:20.511Z',
    url: 'https://tidemark.example/alerts/b3a2d07e-4c1c-5d0e-9c2b-0f6a4be1d7a1',
    silenced: false,
    test: false,
    resolved_at: '2026-11-25T08:20:10.004Z',
    reason: 'recovered',
  },
};

const delivery = {
  id: '9d1f1a3c-0b7e-5c4e-8f51-3f0f6a6f0b11',
  webhook_id: webhook.id,
  event: event.event,
  event_id: event.event_id,
  sequence: 2,
  status: 'delivered',
  attempts: [
    { attempt: 1, at: '2026-11-25T08:20:10.031Z', duration_ms: 48, status: 200, error: null },
  ],
  next_attempt_at: null,
};

const renamed = { ...webhook, name: 'On call', updated_at: '2026-11-25T09:00:00.000Z' };

/** What requests and responses look like, by route. */
export const examples = {
  listWebhooks: { response: { webhooks: [webhook], total: 1, next_cursor: null } },
  createWebhook: {
    request: { name: webhook.name, url: webhook.url, events: webhook.events },
    response: { success: true, webhook: { ...webhook, secret }, ...webhook, secret },
  },
  getWebhook: { response: { success: true, webhook, ...webhook } },
  changeWebhook: {
    request: { name: 'On call' },
    response: { success: true, webhook: renamed, ...renamed },
  },
  deleteWebhook: { response: { success: true, id: webhook.id } },
  testWebhook: {
    request: { event: 'alert.triggered' },
    response: { success: true, id: webhook.id, delivery_id: delivery.id },
  },
  rotateWebhookSecret: {
    response: {
      success: true,
      id: webhook.id,
      secret,
      previous_secret_until: '2026-11-26T08:30:00.000Z',
    },
  },
  listWebhookDeliveries: { response: { deliveries: [delivery], limit: 50, next_cursor: null } },
  getWebhookDelivery: {
    response: {
      success: true,
      ...delivery,
      attempts: delivery.attempts.map(attempt => ({ ...attempt, response: 'thanks' })),
      request: { ...event, webhook_id: webhook.id },
    },
  },
  retryWebhookDelivery: {
    response: { success: true, id: webhook.id, delivery_id: delivery.id },
  },
  replayWebhook: {
    request: { from: '2026-11-25T08:00:00Z', to: '2026-11-25T09:00:00Z', dry_run: true },
    response: {
      success: true,
      id: webhook.id,
      dry_run: true,
      count: 1,
      event_ids: [event.event_id],
    },
  },
  listEvents: {
    response: { events: [event], next_cursor: 'NDIx', has_more: false },
  },
} as const;
