/** Types of events that webhooks are sent, as the contract names them. */
export const webhookEventTypes = [
  'health_check.failed',
  'health_check.recovered',
  'alert.triggered',
  'alert.resolved',
  'trace.error',
  'anomaly.detected',
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Causes of webhook deliveries, and the types of their envelopes. */
export const feedTypes = {
  AlertTriggered: 'alert.triggered',
  AlertResolved: 'alert.resolved',
  AnomalyDetected: 'anomaly.detected',
  TraceFailed: 'trace.error',
  HealthCheckFailed: 'health_check.failed',
  HealthCheckRecovered: 'health_check.recovered',
} as const satisfies Readonly<Record<string, WebhookEventType>>;

export type FeedCause = keyof typeof feedTypes;
