import type { ResolveReason } from '../../../schemas/alerts/commands.ts';
import type { EvaluationOutcome } from '../../../schemas/alerts/evaluation.ts';
import type { Evidence } from '../../../schemas/alerts/evidence.ts';
import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { globalService } from '../../../schemas/telemetry/window-record.ts';
import { isMeasured } from '../rule.ts';
import type { AlertNow } from './rule-state.ts';

/** A version of a rule, from its adoption on. */
export type EvaluatedRule = {
  readonly ruleId: AlertRuleId;
  readonly organizationId: OrganizationId;
  readonly version: number;
  readonly rule: AlertRule;
  /** As its adoption has it. */
  readonly runningCounts?: true;
  now: AlertNow;
  /** Of a measured metric: the end of the last window that was measured. */
  measuredToMs?: number | undefined;
  /** The last trigger of this version, whose figures late spans may still change. */
  trigger?: Trigger | undefined;
};

export type Trigger = { readonly evidence: Evidence; readonly isBreach: boolean };

type OfRule = {
  readonly rule: EvaluatedRule;
  readonly windowFromMs: number;
  readonly windowToMs: number;
  readonly tickMs: number;
};

export type Raise = OfRule & {
  readonly type: 'raise';
  readonly value: number | null;
  readonly evidence: Evidence;
  /** As in `AlertTriggered`. */
  readonly condition?: number;
};

export type Resolve = OfRule & {
  readonly type: 'resolve';
  readonly value: number | null;
  readonly reason: ResolveReason;
};

export type Amend = {
  readonly type: 'amend';
  readonly rule: EvaluatedRule;
  readonly before: Evidence;
  readonly after: Evidence;
};

/** What follows from an evaluation, as a command to the decider. */
export type Action = Raise | Resolve | Amend;

/** One evaluation. Value and samples are those of the rule's own condition. */
export type EvaluationEntry = OfRule & {
  readonly value: number | undefined;
  readonly samples: number;
  readonly outcome: EvaluationOutcome;
};

/** '' for a global rule. */
export const serviceNameOf = ({ rule: { scope } }: Pick<EvaluatedRule, 'rule'>): string =>
  scope.type === 'service' ? scope.service : '';

/** `organization/service` whose windows a rule looks at. */
export const seriesOf = ({
  organizationId,
  rule: { scope },
}: Pick<EvaluatedRule, 'organizationId' | 'rule'>): string =>
  `${organizationId}/${scope.type === 'service' ? scope.service : globalService}`;

/** Such a rule follows records of what was measured, and no windows. */
export const isMeasuredRule = ({ rule }: Pick<EvaluatedRule, 'rule'>): boolean =>
  isMeasured(rule.metric);

/** Such a rule compares the score of anomalies. */
export const isAnomalyRule = ({ rule }: Pick<EvaluatedRule, 'rule'>): boolean =>
  rule.alertType === 'anomaly';
