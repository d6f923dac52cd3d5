import type { OrganizationId } from '../ids.ts';
import type { Restored } from '../versions/restored.ts';
import type { ResolveReason, WindowsPosition } from './commands.ts';
import type { EvaluatedWindow, Evidence } from './evidence.ts';
import type { AlertId, AlertRuleId } from './ids.ts';
import type { AlertLeads } from './leads.ts';
import type { AlertRule } from './rule.ts';

type OfRule = {
  readonly organizationId: OrganizationId;
  readonly ruleId: AlertRuleId;
};

/** `version` increases with each change; an evaluation names the version it followed. */
type Versioned = OfRule & { readonly version: number };

/** `after`: of a rule that was deleted and is there again, where its alerts go on. */
export type AlertRuleCreated = {
  readonly type: 'AlertRuleCreated';
  readonly data: Versioned & Restored & { readonly rule: AlertRule; readonly after?: AlertsBefore };
};

/** By the ends of windows: the latest that resolved an alert of the rule, and from when on it may fire again. */
export type AlertsBefore = { readonly resolvedToMs: number; readonly cooldownEndsAtMs: number };

/** `rule`: all of it, after the change. */
export type AlertRuleChanged = {
  readonly type: 'AlertRuleChanged';
  readonly data: Versioned & Restored & { readonly rule: AlertRule };
};

export type AlertRuleToggled = {
  readonly type: 'AlertRuleToggled';
  readonly data: Versioned & { readonly enabled: boolean };
};

export type AlertRuleDeleted = { readonly type: 'AlertRuleDeleted'; readonly data: Versioned };

/** Why a rule stopped being evaluated. */
export type RuleEnd = Extract<ResolveReason, 'rule_disabled' | 'rule_deleted'>;

/** From this tick and position on, a version of the rule decides. */
export type AlertRuleAdopted = {
  readonly type: 'AlertRuleAdopted';
  readonly data: OfRule & {
    readonly ruleVersion: number;
    readonly tickMs: number;
    readonly position: WindowsPosition;
    /** Counts fire above a threshold while their window runs. Absent: adopted before they did, and evaluated as then. */
    readonly runningCounts?: true;
    /** Present: from here on the rule is not evaluated. */
    readonly ends?: RuleEnd;
  };
};

/** The rule as it was when it fired. */
export type AlertRuleSnapshot = Pick<
  AlertRule,
  'name' | 'alertType' | 'metric' | 'operator' | 'threshold' | 'severity' | 'scope'
>;

type OfAlert = OfRule & { readonly alertId: AlertId };

export type AlertTriggered = {
  readonly type: 'AlertTriggered';
  readonly data: OfAlert & {
    readonly ruleVersion: number;
    readonly rule: AlertRuleSnapshot;
    readonly window: EvaluatedWindow;
    readonly tickMs: number;
    /** The record after which it was decided. Absent in events of before. */
    readonly position?: WindowsPosition;
    /** Null: the rule fires because there is no data. */
    readonly value: number | null;
    readonly evidence: Evidence;
    /** Of several conditions of which one is enough, that which fired: metric, operator, threshold and value are its. Absent: the rule's own, 0. */
    readonly condition?: number;
    readonly message: string;
    readonly leads?: AlertLeads;
    /** From here on, by the end of windows, the rule may fire again. */
    readonly cooldownEndsAtMs: number;
    /** Present when the tick was far behind the clock. */
    readonly late?: true;
  };
};

/** A version was to fire when a user had ended the rule already: nothing fires, and from here on that version decides nothing. */
export type AlertRefused = {
  readonly type: 'AlertRefused';
  readonly data: OfRule & {
    readonly ruleVersion: number;
    readonly window: EvaluatedWindow;
    readonly tickMs: number;
    readonly position?: WindowsPosition;
    readonly value: number | null;
    readonly reason: RuleEnd;
  };
};

export type AlertEvidenceAmended = {
  readonly type: 'AlertEvidenceAmended';
  readonly data: OfAlert & {
    readonly triggeredAtMs: number;
    readonly position?: WindowsPosition;
    readonly before: Evidence;
    readonly after: Evidence;
  };
};

export type AlertResolved = {
  readonly type: 'AlertResolved';
  readonly data: OfAlert & {
    readonly triggeredAtMs: number;
    readonly reason: ResolveReason;
    /** Null when a user ended the rule. */
    readonly window: EvaluatedWindow | null;
    readonly tickMs: number | null;
    readonly position?: WindowsPosition;
    readonly value: number | null;
    readonly late?: true;
  };
};

/** What happens to an alert, in the stream of its rule's alerts. */
export type AlertTransition =
  | AlertRuleAdopted
  | AlertTriggered
  | AlertRefused
  | AlertEvidenceAmended
  | AlertResolved;

export type AlertRuleEvent =
  | AlertRuleCreated
  | AlertRuleChanged
  | AlertRuleToggled
  | AlertRuleDeleted;

export type AlertEvent = AlertRuleEvent | AlertTransition;
