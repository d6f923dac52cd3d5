import { silences as matches } from '../../schemas/silences/silence.ts';
import type { Envelope, WebhookDataOf } from '../../schemas/webhooks/payload.ts';
import { testData } from '../../schemas/webhooks/test-data.ts';
import { type AlertHistoryRow, alertHistory, alertKey } from '../alerts/alert-history.ts';
import type { DomainState, StateOptions } from '../engine/read/history.ts';
import { silenceKey, silences } from '../silences/silences.ts';
import type { FeedRow } from './feed.ts';

type Reads = { readonly state: (options: StateOptions) => Promise<DomainState> };

/** More than an organization may have open. */
const silencesReadMax = 5_000;

/**
 * What is sent of an event, always the same: it follows from what was known when the event was recorded, and an alert
 * and its end do not change. Undefined: its subject is not kept any more.
 */
export async function envelopeOf(
  row: FeedRow,
  now: DomainState,
  { state }: Reads,
  signal: AbortSignal,
): Promise<Omit<Envelope, 'webhook_id'> | undefined> {
  const { event, eventId, organizationId, atMs, subject } = row;
  const data =
    subject.kind === 'test'
      ? testData(event, atMs)
      : await alertData(row, subject.alertId, now, { state }, signal);
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

async function alertData(
  { event, organizationId, recordedAtMs }: FeedRow,
  id: AlertHistoryRow['alertId'],
  now: DomainState,
  { state }: Reads,
  signal: AbortSignal,
): Promise<WebhookDataOf['alert.triggered' | 'alert.resolved'] | undefined> {
  const alert = now.get(alertHistory, alertKey(organizationId, id));
  if (alert === undefined) return undefined;
  const then = await state({ asOfMs: recordedAtMs, signal });
  const common = commonData(alert, isSilenced(alert, then, recordedAtMs));
  if (event === 'alert.triggered') return { ...common, value: alert.value, message: alert.message };
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
