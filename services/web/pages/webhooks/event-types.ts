import type { WebhookEventType } from '../../../../schemas/webhooks/event-types.ts';

/** What each event says, in the order in which they are offered. */
export const eventTypes: Readonly<Record<WebhookEventType, string>> = {
  'alert.triggered': 'an alert rule fires',
  'alert.resolved': 'an alert ends',
  'anomaly.detected': 'an anomaly opens',
  'trace.error': 'something fails in a trace',
  'health_check.failed': 'a health check fails',
  'health_check.recovered': 'a health check recovers',
};

export const eventNames = Object.keys(eventTypes) as readonly WebhookEventType[];
