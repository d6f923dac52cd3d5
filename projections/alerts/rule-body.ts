import { recoveryThresholdOf } from '../../domain/alerts/rule.ts';
import type { RuleBody } from '../../schemas/alerts/parts.ts';
import type { DomainState } from '../engine/read/history.ts';
import { type AlertRuleRow, alertRuleKey } from './alert-rules.ts';
import { alertState } from './alert-state.ts';

/** A rule as clients read it. */
export function ruleBodyOf(row: AlertRuleRow, state: Pick<DomainState, 'get'>): RuleBody {
  const { firing } = state.get(alertState, alertRuleKey(row.organizationId, row.ruleId)) ?? {};
  return ruleBody(row, firing !== undefined);
}

export function ruleBody(
  { ruleId, version, rule, createdAtMs, updatedAtMs, lastTriggeredAtMs }: AlertRuleRow,
  isFiring: boolean,
): RuleBody {
  const { scope } = rule;
  return {
    id: ruleId,
    name: rule.name,
    description: rule.description ?? null,
    alert_type: rule.alertType,
    metric: rule.metric,
    operator: rule.operator,
    threshold: rule.threshold,
    scope_type: scope.type,
    scope_value: scope.type === 'service' ? scope.service : null,
    time_window: rule.windowMinutes,
    cooldown: rule.cooldownMinutes,
    for_minutes: rule.forMinutes,
    recovery_threshold: recoveryThresholdOf(rule),
    min_samples: rule.minSamples,
    no_data: rule.noData,
    severity: rule.severity,
    enabled: rule.enabled,
    channel_ids: [...rule.channelIds],
    version,
    status: isFiring ? 'firing' : 'quiet',
    created_at: instantOf(createdAtMs),
    updated_at: instantOf(updatedAtMs),
    last_triggered_at: lastTriggeredAtMs === undefined ? null : instantOf(lastTriggeredAtMs),
  };
}

const instantOf = (atMs: number): string => new Date(atMs).toISOString();
