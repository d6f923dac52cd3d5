import type { AlertRule } from '../../schemas/alerts/rule.ts';

/** A rule as `POST /v1/alert-rules` makes it of the least that a client may send. */
export const ruleWith = (fields: Partial<AlertRule> = {}): AlertRule => ({
  name: 'Errors',
  alertType: 'threshold',
  metric: 'error_rate',
  operator: '>',
  threshold: 5,
  scope: { type: 'global' },
  windowMinutes: 5,
  cooldownMinutes: 5,
  forMinutes: 0,
  minSamples: 1,
  noData: 'resolve',
  severity: 'warning',
  enabled: true,
  channelIds: [],
  ...fields,
});
