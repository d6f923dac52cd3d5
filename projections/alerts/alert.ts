import type { AlertTriggered } from '../../schemas/alerts/events.ts';
import type { EventOf } from '../../schemas/events/event.ts';

/** One firing of a rule, as it began. */
export type FiringAlert = Pick<
  AlertTriggered['data'],
  | 'alertId'
  | 'ruleId'
  | 'ruleVersion'
  | 'rule'
  | 'window'
  | 'value'
  | 'message'
  | 'cooldownEndsAtMs'
  | 'tickMs'
  | 'late'
  | 'condition'
> & { readonly triggeredAtMs: number };

export function firingAlert({ data, atMs }: EventOf<'AlertTriggered'>): FiringAlert {
  const { condition } = data;
  const { alertId, ruleId, ruleVersion, rule, window, value, message, cooldownEndsAtMs, tickMs } =
    data;
  return {
    alertId,
    ruleId,
    ruleVersion,
    rule,
    window,
    value,
    message,
    cooldownEndsAtMs,
    tickMs,
    triggeredAtMs: atMs,
    ...(data.late && { late: data.late }),
    ...(condition !== undefined && { condition }),
  };
}
