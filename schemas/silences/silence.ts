import type { AlertRuleId } from '../alerts/ids.ts';
import type { Severity } from '../alerts/rule.ts';

/** Alerts that have every value of it; at least one is there. */
export type SilenceScope = {
  readonly ruleId?: AlertRuleId;
  /** Alerts of rules of this service. Alerts of global rules have no service. */
  readonly service?: string;
  readonly severity?: Severity;
};

export type Silence = {
  readonly scope: SilenceScope;
  readonly fromMs: number;
  /** Not part of it. */
  readonly untilMs: number;
  readonly reason: string;
};

/** What a silence looks at. */
export type SilencedAlert = {
  readonly ruleId: AlertRuleId;
  readonly service: string | undefined;
  readonly severity: Severity;
};

/** Whether a silence holds the notices of an alert at an instant. */
export const silences = (
  { scope, fromMs, untilMs }: Silence,
  alert: SilencedAlert,
  atMs: number,
): boolean =>
  fromMs <= atMs &&
  atMs < untilMs &&
  (scope.ruleId === undefined || scope.ruleId === alert.ruleId) &&
  (scope.service === undefined || scope.service === alert.service) &&
  (scope.severity === undefined || scope.severity === alert.severity);
