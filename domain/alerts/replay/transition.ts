import type { ResolveReason } from '../../../schemas/alerts/commands.ts';
import type { EvaluatedWindow, Evidence } from '../../../schemas/alerts/evidence.ts';
import type { AlertCondition, AlertRule } from '../../../schemas/alerts/rule.ts';

type Evaluated = {
  readonly version: number;
  /** The evaluator's time. */
  readonly tickMs: number;
  readonly window: EvaluatedWindow;
  readonly value: number | null;
  /** Of the value, where a condition beside the rule's own fired. */
  readonly metric?: AlertCondition['metric'];
};

export type Triggered = Evaluated & {
  readonly type: 'triggered';
  readonly rule: AlertRule;
  readonly evidence: Evidence;
  /** As in `AlertTriggered`. */
  readonly condition?: number;
  readonly cooldownEndsAtMs: number;
};

export type Resolved = Omit<Evaluated, 'window'> & {
  readonly type: 'resolved';
  readonly reason: ResolveReason;
  /** Null: a user ended the rule. */
  readonly window: EvaluatedWindow | null;
};

export type Amended = {
  readonly type: 'amended';
  readonly version: number;
  readonly tickMs: number;
  readonly before: Evidence;
  readonly after: Evidence;
};

/** What happens to the alert of a rule, as its events say it. */
export type Transition = Triggered | Resolved | Amended;
