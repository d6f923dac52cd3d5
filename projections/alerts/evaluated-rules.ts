import type { WindowsPosition } from '../../schemas/alerts/commands.ts';
import type { AlertEvent, AlertsBefore } from '../../schemas/alerts/events.ts';
import type { Evidence } from '../../schemas/alerts/evidence.ts';
import type { AlertId, AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

/** A rule as the evaluator needs it: its version, where that was adopted, and its alert. */
export type EvaluatedRuleRow = {
  readonly organizationId: OrganizationId;
  readonly ruleId: AlertRuleId;
  readonly version: number;
  /** One that was deleted counts as disabled until its end is adopted. */
  readonly rule: AlertRule;
  readonly isDeleted?: true;
  readonly adopted?: {
    readonly version: number;
    readonly position: WindowsPosition;
    readonly runningCounts?: true;
    /** As it was adopted: it decides until another version is. */
    readonly rule: AlertRule;
  };
  readonly alert: {
    readonly isFiring: boolean;
    /** The end of the window that it fired for, or that resolved it; 0: it never fired. */
    readonly windowToMs: number;
    readonly cooldownEndsAtMs: number;
    /** Of a firing one, as in `AlertTriggered`. */
    readonly condition?: number;
    /** The record after which an evaluator fired or resolved it last. */
    readonly position?: WindowsPosition;
    /** The last one, and whether its figures still are a breach. */
    readonly fired?: {
      readonly alertId: AlertId;
      readonly ruleVersion: number;
      readonly evidence: Evidence;
      readonly isBreach: boolean;
    };
  };
};

const never: EvaluatedRuleRow['alert'] = { isFiring: false, windowToMs: 0, cooldownEndsAtMs: 0 };

/** By rule; without those that were deleted and whose end was adopted. */
export const evaluatedRules: Projection<EvaluatedRuleRow, EventOf<AlertEvent['type']>> = {
  name: 'evaluated-rules',
  version: 4,
  types: new Set([
    'AlertRuleCreated',
    'AlertRuleChanged',
    'AlertRuleToggled',
    'AlertRuleDeleted',
    'AlertRuleAdopted',
    'AlertTriggered',
    'AlertEvidenceAmended',
    'AlertResolved',
  ]),
  keys: ({ data: { ruleId } }) => [ruleId],
  project: (row, event) => {
    if (event.type === 'AlertRuleCreated') {
      return createdRule(row, event.data);
    }
    return row && changed(row, event);
  },
};

/** One that was deleted and restored goes on with its alert, also when its end was not adopted yet. */
function createdRule(
  row: EvaluatedRuleRow | undefined,
  { organizationId, ruleId, version, rule, after }: EventOf<'AlertRuleCreated'>['data'],
): EvaluatedRuleRow {
  const of = { organizationId, ruleId, version, rule };
  if (row === undefined) return { ...of, alert: alertAfter(after) };
  const { isDeleted: _, ...kept } = row;
  return { ...kept, ...of };
}

const alertAfter = (before: AlertsBefore | undefined): EvaluatedRuleRow['alert'] =>
  before === undefined
    ? never
    : {
        isFiring: false,
        windowToMs: before.resolvedToMs,
        cooldownEndsAtMs: before.cooldownEndsAtMs,
      };

function changed(
  row: EvaluatedRuleRow,
  { type, data }: EventOf<AlertEvent['type']>,
): EvaluatedRuleRow | undefined {
  switch (type) {
    case 'AlertRuleChanged':
      return { ...row, version: data.version, rule: data.rule };
    case 'AlertRuleToggled':
      return { ...row, version: data.version, rule: { ...row.rule, enabled: data.enabled } };
    case 'AlertRuleDeleted': {
      const rule = { ...row.rule, enabled: false };
      return { ...row, version: data.version, rule, isDeleted: true };
    }
    case 'AlertRuleAdopted': {
      if (data.ends === 'rule_deleted') return undefined;
      const { ruleVersion: version, position, runningCounts } = data;
      const { rule } = row;
      return {
        ...row,
        adopted: { version, position, rule, ...(runningCounts && { runningCounts }) },
      };
    }
    case 'AlertTriggered': {
      const { alertId, ruleVersion, evidence, cooldownEndsAtMs, position, condition } = data;
      const windowToMs = data.window.toMs;
      const fired = { alertId, ruleVersion, evidence, isBreach: true };
      const more = { ...(position && { position }), ...(condition && { condition }) };
      return { ...row, alert: { isFiring: true, windowToMs, cooldownEndsAtMs, fired, ...more } };
    }
    case 'AlertEvidenceAmended':
      return { ...row, alert: amended(row.alert, data) };
    case 'AlertResolved':
      return { ...row, alert: resolved(row.alert, data) };
    default:
      return row;
  }
}

/** Figures are amended when they change the verdict. */
function amended(
  { fired, ...before }: EvaluatedRuleRow['alert'],
  { alertId, after, position }: EventOf<'AlertEvidenceAmended'>['data'],
): EvaluatedRuleRow['alert'] {
  const alert = { ...before, ...(position && { position }) };
  if (fired === undefined) return alert;
  if (fired.alertId !== alertId) return { ...alert, fired };
  return { ...alert, fired: { ...fired, evidence: after, isBreach: !fired.isBreach } };
}

/** A user who ends a rule does so without a window: the one for which it fired stays the latest. */
const resolved = (
  { condition: _, ...alert }: EvaluatedRuleRow['alert'],
  { window, position }: EventOf<'AlertResolved'>['data'],
): EvaluatedRuleRow['alert'] => ({
  ...alert,
  isFiring: false,
  windowToMs: window?.toMs ?? alert.windowToMs,
  ...(position && { position }),
});
