import type { RuleEnd } from '../../../schemas/alerts/events.ts';
import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { MeasureRecord } from '../../../schemas/telemetry/window-record.ts';
import type { EvaluatedRule } from '../evaluation/evaluated-rule.ts';

/** Where a version begins to decide. */
export type Place =
  /** Before this record, at the time that was recorded with the adoption. */
  | { readonly kind: 'adopted'; readonly offset: number; readonly tickMs: number }
  /** At this time of the evaluator exactly: a rule that is tried begins here. */
  | { readonly kind: 'begins'; readonly tickMs: number }
  /** Before the tick that brings the time to `tickMs`: the version has decided for longer, and goes on. */
  | { readonly kind: 'goes on'; readonly tickMs: number };

/** A version of a rule, or the end of a rule that was disabled or deleted. */
export type LifeStep = {
  readonly place: Place;
  readonly version: number;
  readonly rule: AlertRule;
  /** As its adoption has it. */
  readonly runningCounts?: true;
  /** Where it was to fire when a user had ended the rule already: the end of the window, and the evaluator's time. */
  readonly refused?: { readonly windowToMs: number; readonly tickMs: number };
  /** Present: from here on nothing decides, and a firing alert ends for this reason. */
  readonly ends?: RuleEnd;
};

export type Beginning = {
  readonly step: LifeStep;
  /** The evaluator's time, and the next record. */
  readonly tickMs: number;
  readonly offset: number;
};

/** What an alert was when its rule begins here. */
export type AlertBefore = Pick<EvaluatedRule, 'now' | 'trigger'>;

/** The versions of a rule in the order in which they decide. */
export type RuleLife = {
  readonly ruleId: AlertRuleId;
  readonly organizationId: OrganizationId;
  /** Whose measures in the log are its own; `ruleId` when absent. */
  readonly recordedId?: AlertRuleId;
  /** Of a rule that never measured anything: what it would have measured, in the order of windows. */
  readonly measures?: readonly MeasureRecord[];
  readonly steps: readonly LifeStep[];
  /** Ends of the windows of alerts that a user ended with their rule. */
  readonly endedByUser: ReadonlySet<number>;
  /** The alert as its events had it where the first version begins. */
  readonly before: (place: Beginning) => AlertBefore;
};

export const neverFired: AlertBefore = {
  now: { status: 'quiet', resolvedToMs: 0, cooldownEndsAtMs: 0 },
};
