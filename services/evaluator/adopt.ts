import { type EvaluatedRule, seriesOf } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import type { AlertNow } from '../../domain/alerts/evaluation/rule-state.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { type EvaluatedRuleRow, evaluatedRules } from '../../projections/alerts/evaluated-rules.ts';
import { everyRow } from '../../projections/engine/read/every-row.ts';
import type { Projections } from '../../projections/engine/run.ts';
import type { WindowsPosition } from '../../schemas/alerts/commands.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import { partitionOf } from '../../schemas/partition.ts';
import { causedId, ofRule, send } from './commands.ts';

export type AdoptDependencies = {
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly projections: Pick<
    Projections,
    'barrier' | 'get' | 'isForgotten' | 'list' | 'reached' | 'outcome'
  >;
  readonly clock: () => number;
};

export type RulesHere = {
  /** As their adoption has them, by id: they decide until another version is adopted. */
  readonly adopted: ReadonlyMap<AlertRuleId, AdoptedRule>;
  /** Versions that nobody adopted yet, also of rules that are disabled: where a rule ended is recorded as well. */
  readonly waiting: readonly EvaluatedRuleRow[];
};

export type AdoptedRule = EvaluatedRuleRow & {
  readonly adopted: NonNullable<EvaluatedRuleRow['adopted']>;
};

/** The rules of a partition. */
export async function rulesOf(
  partition: number,
  partitions: number,
  { projections }: Pick<AdoptDependencies, 'projections'>,
): Promise<RulesHere> {
  const isHere = ({ rule, organizationId }: EvaluatedRuleRow): boolean =>
    partitionOf(seriesOf({ rule, organizationId }), partitions) === partition;
  const adopted = new Map<AlertRuleId, AdoptedRule>();
  const waiting: EvaluatedRuleRow[] = [];
  for await (const row of everyRow(evaluatedRules, projections)) {
    const deciding = row.adopted && asAdopted(row, row.adopted);
    if (deciding !== undefined && isHere(deciding)) adopted.set(row.ruleId, deciding);
    if (row.adopted?.version !== row.version && isHere(row)) waiting.push(row);
  }
  return { adopted, waiting };
}

const asAdopted = (row: EvaluatedRuleRow, adopted: AdoptedRule['adopted']): AdoptedRule => {
  const { version, rule } = adopted;
  return { ...row, version, rule, adopted };
};

/**
 * Records at which place versions of rules take effect, and waits until that is known. The partition stands still
 * meanwhile: what is evaluated follows from the log and these records alone, whoever repeats it.
 */
export async function adoptAll(
  rows: readonly EvaluatedRuleRow[],
  position: WindowsPosition,
  tickMs: number,
  { topicLog, projections, clock }: AdoptDependencies,
  signal: AbortSignal,
): Promise<void> {
  const commands = rows.map(row =>
    ofRule(row, causedId(row, 'adopt', row.version, position.partition, position.offset), {
      type: 'AdoptAlertRule',
      data: { ruleId: row.ruleId, ruleVersion: row.version, tickMs, position, runningCounts: true },
    }),
  );
  await send(commands, { topicLog, clock }, 'adopt');
  // One after another: each that waits listens to the signal.
  for (const { id } of commands) await projections.outcome(id, signal);
}

/** A version from its adoption on, with the alert as its events have it. */
export const evaluatedRule = ({
  ruleId,
  organizationId,
  version,
  rule,
  adopted,
  alert,
}: AdoptedRule): EvaluatedRule => ({
  ruleId,
  organizationId,
  version,
  rule,
  ...(adopted.runningCounts && { runningCounts: true }),
  now: nowOf(alert),
  ...(alert.fired?.ruleVersion === version && { trigger: alert.fired }),
});

function nowOf(alert: EvaluatedRuleRow['alert']): AlertNow {
  const { isFiring, windowToMs, cooldownEndsAtMs, condition } = alert;
  if (!isFiring) return { status: 'quiet', resolvedToMs: windowToMs, cooldownEndsAtMs };
  return {
    status: 'firing',
    windowToMs,
    cooldownEndsAtMs,
    ...(condition !== undefined && { condition }),
  };
}
