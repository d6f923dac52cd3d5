import { alertUrl, leadFields } from '../../domain/alerts/leads.ts';
import type { AlertId } from '../../schemas/alerts/ids.ts';
import type { WebhookEventType } from '../../schemas/webhooks/event-types.ts';
import type { WebhookDataOf } from '../../schemas/webhooks/payload.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const trace = '00000000000000000000000000000000';

/** `data` of the event with which a user tests a webhook. */
export function testData(
  event: WebhookEventType,
  atMs: number,
  publicUrl: string,
): WebhookDataOf[WebhookEventType] {
  const at = new Date(atMs).toISOString();
  switch (event) {
    case 'alert.triggered':
      return {
        ...alertAt(at, publicUrl),
        message: 'This is a test of the webhook.',
        ...leadFields(testExemplars, testLeads(atMs), publicUrl),
      };
    case 'alert.resolved':
      return { ...alertAt(at, publicUrl), resolved_at: at, reason: 'recovered' };
    case 'health_check.failed':
      return { ...checkAt(at), status: 'degraded', error: 'This is a test of the webhook.' };
    case 'health_check.recovered':
      return { ...checkAt(at), status: 'healthy', error: null };
    case 'trace.error':
      return {
        trace_id: trace,
        span_id: trace.slice(0, 16),
        service_name: 'example',
        operation_name: 'GET /example',
        error_type: null,
        error_message: 'This is a test of the webhook.',
        replay_id: null,
        held_back: 0,
        test: true,
      };
    case 'anomaly.detected':
      return {
        anomaly_id: nobody,
        service_name: 'example',
        metric: 'latency_p95',
        value: 950,
        expected_low: 40,
        expected_high: 120,
        score: 8.5,
        detected_at: at,
        test: true,
      };
  }
}

const testExemplars = [{ traceId: trace, durationMs: 950, isError: true }];

const testLeads = (atMs: number) => ({
  error: { type: 'ExampleError', message: 'This is a test of the webhook.' },
  deployment: { version: '1.0.1', atMs },
});

const alertAt = (at: string, publicUrl: string) =>
  ({
    alert_id: nobody,
    rule_id: nobody,
    rule_name: 'Example',
    rule_version: 1,
    severity: 'warning',
    service_name: 'example',
    metric: 'error_rate',
    operator: '>',
    threshold: 5,
    value: 12.5,
    triggered_at: at,
    url: alertUrl(publicUrl, nobody as AlertId),
    silenced: false,
    test: true,
  }) as const;

const checkAt = (at: string) =>
  ({
    check_id: nobody,
    check_name: 'example',
    service_name: 'example',
    checked_at: at,
    test: true,
  }) as const;
