import { z } from 'zod';
import { optionalNullable } from '../http/parts.ts';
import { ruleFields } from './parts.ts';

/** A new rule, as clients send it. */
export const createdRuleBody = z.object({
  name: ruleFields.name,
  description: optionalNullable(ruleFields.description),
  alert_type: optionalNullable(ruleFields.alert_type),
  metric: ruleFields.metric,
  aggregation: optionalNullable(ruleFields.aggregation),
  filter: optionalNullable(ruleFields.filter),
  operator: ruleFields.operator,
  threshold: ruleFields.threshold,
  conditions: optionalNullable(ruleFields.conditions),
  match: optionalNullable(ruleFields.match),
  scope_type: optionalNullable(ruleFields.scope_type),
  scope_value: ruleFields.scope_value,
  time_window: optionalNullable(ruleFields.time_window),
  cooldown: optionalNullable(ruleFields.cooldown),
  for_minutes: optionalNullable(ruleFields.for_minutes),
  recovery_threshold: optionalNullable(ruleFields.recovery_threshold),
  min_samples: optionalNullable(ruleFields.min_samples),
  no_data: optionalNullable(ruleFields.no_data),
  severity: optionalNullable(ruleFields.severity),
  enabled: optionalNullable(ruleFields.enabled),
  channel_ids: optionalNullable(ruleFields.channel_ids),
});

/** Null removes a description and a recovery threshold, and means every channel; else it counts as absent. */
export const changedRuleBody = createdRuleBody.partial().extend({
  name: optionalNullable(ruleFields.name),
  metric: optionalNullable(ruleFields.metric),
  operator: optionalNullable(ruleFields.operator),
  threshold: optionalNullable(ruleFields.threshold),
  description: ruleFields.description.nullish(),
  recovery_threshold: ruleFields.recovery_threshold.nullish(),
  channel_ids: ruleFields.channel_ids.nullish(),
});
