import type { AlertRuleId } from '../alerts/ids.ts';
import type { Severity } from '../alerts/rule.ts';

/** Alerts and health checks that have every value of it; at least one is there. */
export type SilenceScope = {
  readonly ruleId?: AlertRuleId;
  /** Alerts of rules of this service, and its health checks. Alerts of global rules have no service. */
  readonly service?: string;
  readonly severity?: Severity;
};

/** Times at which a silence holds notices, within its `from` and `until`. */
export type Recurrence = {
  /** Minute, hour, day of month, month, day of week. */
  readonly cron: string;
  /** From each start on. */
  readonly durationMinutes: number;
  /** Of the IANA database, such as `Europe/Berlin`. */
  readonly timezone: string;
};

export const cronCharactersMax = 100;

export type Silence = {
  readonly scope: SilenceScope;
  readonly fromMs: number;
  /** Not part of it. */
  readonly untilMs: number;
  /** Absent: all of the time. */
  readonly recurrence?: Recurrence;
  readonly reason: string;
};
