import type { AlertTriggered } from '../../schemas/alerts/events.ts';
import { evidenceAt } from './alerts.ts';

/** All of `AlertTriggered` but its ids, for a rule of a service. */
export const triggeredBy = (
  service: string,
): Omit<AlertTriggered['data'], 'alertId' | 'ruleId' | 'organizationId'> => ({
  ruleVersion: 1,
  window: { fromMs: 0, toMs: 1 },
  tickMs: 1,
  value: 9,
  message: '',
  evidence: evidenceAt(1),
  cooldownEndsAtMs: 1,
  rule: {
    name: 'Errors',
    alertType: 'threshold',
    metric: 'error_rate',
    operator: '>',
    threshold: 5,
    severity: 'warning',
    scope: { type: 'service', service },
  },
});
