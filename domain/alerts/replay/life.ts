import type { RuleEnd } from '../../../schemas/alerts/events.ts';
import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
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
  readonly steps: readonly LifeStep[];
  /** The alert as its events had it where the first version begins. */
  readonly before: (place: Beginning) => AlertBefore;
};

export const neverFired: AlertBefore = {
  now: { status: 'quiet', resolvedToMs: 0, cooldownEndsAtMs: 0 },
};
