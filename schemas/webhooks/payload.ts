import { z } from 'zod';
import { resolveReasons } from '../alerts/commands.ts';
import { ruleFields } from '../alerts/parts.ts';
import { operators, severities } from '../alerts/rule.ts';
import { instant, jsonObject } from '../http/parts.ts';
import { type WebhookEventType, webhookEventTypes } from './event-types.ts';

const alert = {
  alert_id: z.string(),
  rule_id: z.string(),
  rule_name: z.string(),
  rule_version: z.int(),
  severity: z.enum(severities),
  /** '' for an alert of a global rule. */
  service_name: z.string(),
  metric: ruleFields.metric,
  operator: z.enum(operators),
  threshold: z.number(),
  /** Null: there was no data. */
  value: z.number().nullable(),
  triggered_at: instant,
  /** The page of the alert. */
  url: z.string(),
  /** A silence held the notices of the alert when this happened. */
  silenced: z.boolean(),
  /** The event did not happen: a user tests the webhook. */
  test: z.boolean(),
} as const;

/** Where to look first, as it was known when the alert fired. */
const leads = {
  /** Traces that show what the figures mean, at most three. */
  exemplars: z.array(z.object({ trace_id: z.string(), url: z.string() })),
  /** Of the errors in the window, the one that came most often. Null: the rule is not about errors, or it was not known in time. */
  top_error: z.object({ type: z.string().nullable(), message: z.string().nullable() }).nullable(),
  /** The version of the service that began last in the six hours before. Null: none, or it was not known in time. */
  deployment: z.object({ version: z.string(), first_seen_at: instant }).nullable(),
} as const;

const check = {
  check_id: z.string(),
  check_name: z.string(),
  service_name: z.string(),
  status: z.enum(['healthy', 'degraded', 'unhealthy']),
  error: z.string().nullable(),
  checked_at: instant,
  test: z.boolean(),
} as const;

/** What `data` of an envelope has, by type of event. */
export const webhookData = {
  'alert.triggered': z.object({ ...alert, message: z.string(), ...leads }),
  'alert.resolved': z.object({
    ...alert,
    resolved_at: instant,
    reason: z.enum(resolveReasons),
  }),
  'health_check.failed': z.object(check),
  'health_check.recovered': z.object(check),
  'trace.error': z.object({
    trace_id: z.string(),
    span_id: z.string(),
    service_name: z.string(),
    operation_name: z.string(),
    error_type: z.string().nullable(),
    error_message: z.string().nullable(),
    replay_id: z.string().nullable(),
    /** Traces in which something failed since the last event, above 600 in a minute. */
    held_back: z.int(),
    test: z.boolean(),
  }),
  'anomaly.detected': z.object({
    anomaly_id: z.string(),
    service_name: z.string(),
    metric: z.string(),
    value: z.number(),
    expected_low: z.number(),
    expected_high: z.number(),
    score: z.number(),
    detected_at: instant,
    test: z.boolean(),
  }),
} as const satisfies Readonly<Record<WebhookEventType, z.ZodType>>;

export type WebhookDataOf = {
  readonly [Type in WebhookEventType]: z.infer<(typeof webhookData)[Type]>;
};

/** What is posted; the feed gives the same without `webhook_id`. */
export const envelope = z.object({
  event: z.enum(webhookEventTypes),
  event_id: z.string(),
  webhook_id: z.string(),
  organization_id: z.string(),
  timestamp: instant,
  data: jsonObject,
});

export type Envelope = z.infer<typeof envelope>;

/** The envelope of each type of event, with its `data`. */
export const envelopes: Readonly<Record<WebhookEventType, z.ZodType>> = Object.fromEntries(
  Object.entries(webhookData).map(([event, data]) => [
    event,
    envelope.extend({ event: z.literal(event as WebhookEventType), data }),
  ]),
) as unknown as Record<WebhookEventType, z.ZodType>;
