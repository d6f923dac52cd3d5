import type { OrganizationId } from '../ids.ts';
import type { Restoring } from '../versions/restored.ts';
import type { Evidence } from './evidence.ts';
import type { AlertRuleId } from './ids.ts';
import type { AlertLeads } from './leads.ts';
import type { AlertRule } from './rule.ts';

export type CreateAlertRule = {
  readonly type: 'CreateAlertRule';
  readonly data: {
    readonly organizationId: OrganizationId;
    readonly ruleId: AlertRuleId;
    readonly rule: AlertRule;
  };
};

export type ChangeAlertRule = {
  readonly type: 'ChangeAlertRule';
  readonly data: { readonly ruleId: AlertRuleId; readonly changes: AlertRuleChanges };
};

/** Fields that are absent keep their values. */
export type AlertRuleChanges = Partial<Omit<AlertRule, RemovedField>> & {
  readonly [Field in RemovedField]?: AlertRule[Field] | null;
};

/** Null removes it. */
export type RemovedField = 'description' | 'recoveryThreshold' | 'conditions' | 'match';

export type ToggleAlertRule = {
  readonly type: 'ToggleAlertRule';
  /** Absent: the opposite of what it is. */
  readonly data: { readonly ruleId: AlertRuleId; readonly enabled?: boolean };
};

export type DeleteAlertRule = {
  readonly type: 'DeleteAlertRule';
  readonly data: { readonly ruleId: AlertRuleId };
};

/** All of the rule as it was in the version. */
export type RestoreAlertRule = {
  readonly type: 'RestoreAlertRule';
  readonly data: Restoring & { readonly ruleId: AlertRuleId; readonly rule: AlertRule };
};

/** The evaluator begins to evaluate a version of a rule. The first adoption of a version holds. */
export type AdoptAlertRule = {
  readonly type: 'AdoptAlertRule';
  readonly data: {
    readonly ruleId: AlertRuleId;
    readonly ruleVersion: number;
    readonly tickMs: number;
    readonly position: WindowsPosition;
    /** As in `AlertRuleAdopted`. */
    readonly runningCounts?: true;
  };
};

/** Place in the topic `windows`: the next record to handle. */
export type WindowsPosition = { readonly partition: number; readonly offset: number };

/** An evaluated window; `windowToMs` is a multiple of ten seconds and orders the evaluations of a rule. */
type Evaluation = {
  readonly ruleId: AlertRuleId;
  readonly windowFromMs: number;
  readonly windowToMs: number;
  /** The evaluator's time: everything received before it was evaluated. */
  readonly tickMs: number;
  /** The record after which it was decided. Absent in commands of before. */
  readonly position?: WindowsPosition;
  /** Null: the window has no value. */
  readonly value: number | null;
};

export type RaiseAlert = {
  readonly type: 'RaiseAlert';
  readonly data: Evaluation & {
    readonly ruleVersion: number;
    /** That version: users may have changed the rule since. Absent in commands of before. */
    readonly rule?: AlertRule;
    readonly evidence: Evidence;
    /** As in `AlertTriggered`. */
    readonly condition?: number;
    readonly leads?: AlertLeads;
  };
};

export const resolveReasons = [
  'recovered',
  'no_data',
  'rule_disabled',
  'rule_deleted',
  'rule_changed',
] as const;

export type ResolveReason = (typeof resolveReasons)[number];

/** `rule_disabled` and `rule_deleted` repair an alert that was raised while its rule ended. */
export type ResolveAlert = {
  readonly type: 'ResolveAlert';
  readonly data: Evaluation & { readonly reason: ResolveReason };
};

/** Late spans changed the verdict of the window for which an alert fired; that window names the alert. */
export type AmendAlertEvidence = {
  readonly type: 'AmendAlertEvidence';
  readonly data: {
    readonly ruleId: AlertRuleId;
    /** The record after which it was found. Absent in commands of before. */
    readonly position?: WindowsPosition;
    readonly before: Evidence;
    readonly after: Evidence;
  };
};

export type AlertCommand =
  | CreateAlertRule
  | ChangeAlertRule
  | ToggleAlertRule
  | DeleteAlertRule
  | RestoreAlertRule
  | AdoptAlertRule
  | RaiseAlert
  | ResolveAlert
  | AmendAlertEvidence;
