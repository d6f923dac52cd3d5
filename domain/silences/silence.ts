import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { Severity } from '../../schemas/alerts/rule.ts';
import type { Silence } from '../../schemas/silences/silence.ts';
import { occurrenceEndMs } from './recurrence.ts';

/** What a silence looks at. */
export type Silenceable = {
  /** Undefined: of a health check. */
  readonly ruleId: AlertRuleId | undefined;
  readonly service: string | undefined;
  readonly severity: Severity;
};

/** Until when a silence holds notices that it holds at an instant; undefined: it holds none. */
export function holdsUntilMs(
  { fromMs, untilMs, recurrence }: Pick<Silence, 'fromMs' | 'untilMs' | 'recurrence'>,
  atMs: number,
): number | undefined {
  if (atMs < fromMs || atMs >= untilMs) return undefined;
  if (recurrence === undefined) return untilMs;
  const endMs = occurrenceEndMs(recurrence, atMs);
  return endMs && Math.min(endMs, untilMs);
}

/** Whether a silence holds the notices of an alert or a health check at an instant. */
export const silences = (silence: Silence, alert: Silenceable, atMs: number): boolean =>
  covers(silence, alert) && holdsUntilMs(silence, atMs) !== undefined;

/** Whether an alert or a health check has every value of the scope. */
export const covers = ({ scope }: Silence, alert: Silenceable): boolean =>
  (scope.ruleId === undefined || scope.ruleId === alert.ruleId) &&
  (scope.service === undefined || scope.service === alert.service) &&
  (scope.severity === undefined || scope.severity === alert.severity);
