import type { ResolveReason } from '../../../schemas/alerts/commands.ts';
import type { EvaluatedWindow, Evidence } from '../../../schemas/alerts/evidence.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';

type Evaluated = {
  readonly version: number;
  /** The evaluator's time. */
  readonly tickMs: number;
  readonly window: EvaluatedWindow;
  readonly value: number | null;
};

export type Triggered = Evaluated & {
  readonly type: 'triggered';
  readonly rule: AlertRule;
  readonly evidence: Evidence;
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
