import type { FiringAlert } from '../../../projections/alerts/alert.ts';
import type { AlertHistoryRow, Resolution } from '../../../projections/alerts/alert-history.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { triageInbox, triageItemKey } from '../../../projections/triage/triage-inbox.ts';
import type { AlertBody } from '../../../schemas/alerts/parts.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { triageItemOf } from '../../../schemas/triage/ids.ts';
import { figuresOf, instantOf } from './figures.ts';

type Alert = FiringAlert & { readonly resolved?: Resolution };

/** An alert as clients read it, with its item of the triage inbox: null where none was opened, as before there was an inbox. */
export function alertBodyOf(
  alert: Alert,
  { organizationId, state, nowMs }: AlertContext,
): AlertBody {
  const item = triageItemOf(alert.alertId);
  const isOpened = state.get(triageInbox, triageItemKey(organizationId, item)) !== undefined;
  return { ...alertFieldsOf(alert, nowMs), triage_item_id: isOpened ? item : null };
}

type AlertContext = {
  readonly organizationId: OrganizationId;
  readonly state: Pick<DomainState, 'get'>;
  readonly nowMs: number;
};

/** One that fires has been firing until `nowMs`. */
export function alertFieldsOf(alert: Alert, nowMs: number): Omit<AlertBody, 'triage_item_id'> {
  const { rule, window, resolved } = alert;
  const service = rule.scope.type === 'service' ? rule.scope.service : undefined;
  const seconds = secondsBetween(alert.triggeredAtMs, resolved?.atMs ?? nowMs);
  return {
    id: alert.alertId,
    rule_id: alert.ruleId,
    alert_rule_id: alert.ruleId,
    rule_version: alert.ruleVersion,
    name: rule.name,
    severity: rule.severity,
    message: alert.message,
    service_name: service ?? '',
    alert_type: rule.alertType,
    metric: rule.metric,
    operator: rule.operator,
    threshold: rule.threshold,
    scope_type: rule.scope.type,
    scope_value: service ?? null,
    current_value: alert.value,
    status: resolved === undefined ? 'firing' : 'resolved',
    triggered_at: instantOf(alert.triggeredAtMs),
    resolved_at: resolved === undefined ? null : instantOf(resolved.atMs),
    resolve_reason: resolved?.reason ?? null,
    resolved_value: resolved?.value ?? null,
    duration: durationText(seconds),
    duration_seconds: seconds,
    window: { from: instantOf(window.fromMs), to: instantOf(window.toMs) },
    late: alert.late ?? false,
  };
}

export const groundsOf = ({ evidence, amendments }: AlertHistoryRow) => ({
  evidence: figuresOf(evidence),
  amendments: amendments.map(({ atMs, before, after }) => ({
    amended_at: instantOf(atMs),
    before: figuresOf(before),
    after: figuresOf(after),
  })),
});

export const secondsBetween = (fromMs: number, toMs: number): number =>
  Math.max(0, Math.floor((toMs - fromMs) / 1000));

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** The two largest units: `2h 5m`. */
export function durationText(seconds: number): string {
  const first = units.findIndex(([, length]) => seconds >= length);
  if (first === -1) return '0s';
  let left = seconds;
  const parts: string[] = [];
  for (const [unit, length] of units.slice(first, first + 2)) {
    const count = Math.floor(left / length);
    if (count > 0) parts.push(`${count}${unit}`);
    left -= count * length;
  }
  return parts.join(' ');
}
