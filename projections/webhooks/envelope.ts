import { alertUrl, leadFields } from '../../domain/alerts/leads.ts';
import { bandOf } from '../../domain/anomalies/figures.ts';
import { silences as matches } from '../../domain/silences/silence.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { WebhookEventType } from '../../schemas/webhooks/event-types.ts';
import type { Envelope, WebhookDataOf } from '../../schemas/webhooks/payload.ts';
import { type AlertHistoryRow, alertHistory, alertKey } from '../alerts/alert-history.ts';
import { clearLeads } from '../alerts/clear-leads.ts';
import type { DomainState, StateOptions } from '../engine/read/history.ts';
import { silenceKey, silences } from '../silences/silences.ts';
import type { CheckSubject, FeedRow } from './feed.ts';
import { testData } from './test-data.ts';

type Reads = {
  readonly projections: { readonly state: (options: StateOptions) => Promise<DomainState> };
  readonly keyring: Pick<Keyring, 'unseal'>;
  /** Begins the links. */
  readonly publicUrl: () => string;
};

/** More than an organization may have open. */
const silencesReadMax = 5_000;

/**
 * What is sent of an event, always the same: it follows from what was known when the event was recorded, and an alert
 * and its end do not change. Undefined: its subject is not kept any more.
 */
export async function envelopeOf(
  row: FeedRow,
  now: DomainState,
  reads: Reads,
  signal: AbortSignal,
): Promise<Omit<Envelope, 'webhook_id'> | undefined> {
  const { event, eventId, organizationId, atMs } = row;
  const data = await dataOf(row, now, reads, signal);
  return (
    data && {
      event,
      event_id: eventId,
      organization_id: organizationId,
      timestamp: instantOf(atMs),
      data,
    }
  );
}

function dataOf(
  row: FeedRow,
  now: DomainState,
  reads: Reads,
  signal: AbortSignal,
): WebhookDataOf[WebhookEventType] | ReturnType<typeof alertData> | ReturnType<typeof traceData> {
  const { subject } = row;
  switch (subject.kind) {
    case 'test':
      return testData(row.event, row.atMs, reads.publicUrl());
    case 'trace':
      return traceData(row.organizationId, subject, reads);
    case 'anomaly':
      return anomalyData(subject, row.atMs);
    case 'check':
      return checkData(subject.check);
    case 'alert':
      return alertData(row, subject.alertId, now, reads, signal);
  }
}

/** Without its message when the key of the organization was destroyed. */
async function traceData(
  id: FeedRow['organizationId'],
  { error, heldBack }: Extract<FeedRow['subject'], { readonly kind: 'trace' }>,
  { keyring }: Reads,
): Promise<WebhookDataOf['trace.error']> {
  const { traceId, spanId, service, operation, type, messageSealed, replayId } = error;
  const owner = { kind: 'organization', id } as const;
  const message = messageSealed && (await keyring.unseal(owner, messageSealed));
  return {
    trace_id: traceId,
    span_id: spanId,
    service_name: service,
    operation_name: operation,
    error_type: type || null,
    error_message: message ?? null,
    replay_id: replayId || null,
    held_back: heldBack,
    test: false,
  };
}

function anomalyData(
  { anomalyId, service, figures }: Extract<FeedRow['subject'], { readonly kind: 'anomaly' }>,
  atMs: number,
): WebhookDataOf['anomaly.detected'] {
  const { low, high } = bandOf(figures);
  return {
    anomaly_id: anomalyId,
    service_name: service,
    metric: figures.metric,
    value: figures.observed,
    expected_low: low,
    expected_high: high,
    score: figures.score,
    detected_at: instantOf(atMs),
    test: false,
  };
}

const checkData = ({
  checkId,
  checkName,
  serviceName,
  checkedAtMs,
  error,
}: CheckSubject): WebhookDataOf['health_check.failed'] => ({
  check_id: checkId,
  check_name: checkName,
  service_name: serviceName,
  status: error === undefined ? 'healthy' : 'degraded',
  error: error ?? null,
  checked_at: instantOf(checkedAtMs),
  test: false,
});

async function alertData(
  { event, organizationId, recordedAtMs }: FeedRow,
  id: AlertHistoryRow['alertId'],
  now: DomainState,
  { projections, keyring, publicUrl }: Reads,
  signal: AbortSignal,
): Promise<WebhookDataOf['alert.triggered' | 'alert.resolved'] | undefined> {
  const alert = now.get(alertHistory, alertKey(organizationId, id));
  if (alert === undefined) return undefined;
  const then = await projections.state({ asOfMs: recordedAtMs, signal });
  const common = {
    ...commonData(alert, isSilenced(alert, then, recordedAtMs)),
    url: alertUrl(publicUrl(), id),
  };
  if (event === 'alert.triggered') {
    const leads = await clearLeads(alert, keyring);
    const more = leadFields(alert.evidence.exemplars, leads, publicUrl());
    return { ...common, value: alert.value, message: alert.message, ...more };
  }
  const { resolved } = alert;
  if (resolved === undefined) return undefined;
  const { atMs, reason, value } = resolved;
  return { ...common, value, resolved_at: instantOf(atMs), reason };
}

function isSilenced(alert: AlertHistoryRow, then: DomainState, atMs: number): boolean {
  const { organizationId, ruleId, rule } = alert;
  const service = rule.scope.type === 'service' ? rule.scope.service : undefined;
  const prefix = silenceKey(organizationId, '');
  return then
    .list(silences, { prefix, limit: silencesReadMax })
    .some(
      ({ row }) =>
        row.endedAtMs === undefined &&
        matches(row, { ruleId, service, severity: rule.severity }, atMs),
    );
}

const commonData = (
  { alertId, ruleId, rule, ruleVersion, triggeredAtMs }: AlertHistoryRow,
  silenced: boolean,
) => ({
  alert_id: alertId,
  rule_id: ruleId,
  rule_name: rule.name,
  rule_version: ruleVersion,
  severity: rule.severity,
  service_name: rule.scope.type === 'service' ? rule.scope.service : '',
  metric: rule.metric,
  operator: rule.operator,
  threshold: rule.threshold,
  triggered_at: instantOf(triggeredAtMs),
  silenced,
  test: false,
});

const instantOf = (ms: number): string => new Date(ms).toISOString();
