import { isOtlp, recoveryThresholdOf } from '../../domain/alerts/rule.ts';
import type { RuleBody } from '../../schemas/alerts/parts.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import type { DomainState } from '../engine/read/history.ts';
import { objectiveOfMetric } from '../slos/rule-objective.ts';
import { type AlertRuleRow, alertRuleKey } from './alert-rules.ts';
import { alertState } from './alert-state.ts';
import type { LastData } from './last-data.ts';
import { burnWarning } from './rule-warning.ts';

/** What a rule is about, beside itself. */
type About = {
  readonly lastData: LastData | undefined;
  /** Whose burn rate it compares, if there is one. */
  readonly objective: Objective | undefined;
};

/** A rule as clients read it. */
export function ruleBodyOf(
  row: AlertRuleRow,
  state: Pick<DomainState, 'get'>,
  lastData: LastData | undefined,
): RuleBody {
  const { organizationId, ruleId, rule } = row;
  const { firing } = state.get(alertState, alertRuleKey(organizationId, ruleId)) ?? {};
  const { objective } = objectiveOfMetric(organizationId, rule.metric, state) ?? {};
  return ruleBody(row, firing !== undefined, { lastData, objective });
}

export function ruleBody(
  { ruleId, version, rule, createdAtMs, updatedAtMs, lastTriggeredAtMs }: AlertRuleRow,
  isFiring: boolean,
  about: About,
): RuleBody {
  const { scope } = rule;
  const measuring = isOtlp(rule.metric) ? rule.measuring : undefined;
  return {
    id: ruleId,
    name: rule.name,
    description: rule.description ?? null,
    alert_type: rule.alertType,
    metric: rule.metric,
    aggregation: measuring?.aggregation ?? null,
    filter: measuring ? { ...measuring.filter } : null,
    operator: rule.operator,
    threshold: rule.threshold,
    conditions: (rule.conditions ?? []).map(({ windowMinutes = null, ...one }) => ({
      ...one,
      time_window: windowMinutes,
    })),
    match: rule.match ?? 'all',
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
    ...dataFields(rule, about),
  };
}

/** Services that send points may send no spans. */
function dataFields(
  rule: AlertRule,
  { lastData, objective }: About,
): Pick<RuleBody, 'last_data_at' | 'warning'> {
  const { scope, metric } = rule;
  const warning = burnWarning(rule, objective) ?? null;
  if (scope.type === 'global' || isOtlp(metric) || lastData === undefined)
    return { last_data_at: null, warning };
  const atMs = lastData.get(scope.service);
  if (atMs !== undefined) return { last_data_at: instantOf(atMs), warning };
  const silent = `the service ${scope.service} never sent a span, so the rule has nothing to evaluate; GET /v1/services lists the services that did`;
  return { last_data_at: null, warning: warning ?? silent };
}

const instantOf = (atMs: number): string => new Date(atMs).toISOString();
