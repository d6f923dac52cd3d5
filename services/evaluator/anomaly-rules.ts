import type { AssignedPartition } from '../../platform/topic-log/port.ts';
import { type EvaluatedRuleRow, evaluatedRules } from '../../projections/alerts/evaluated-rules.ts';
import {
  type AnomalyRow,
  anomalies,
  openAnomaliesOf,
} from '../../projections/anomalies/anomalies.ts';
import { everyRow } from '../../projections/engine/read/every-row.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { partitionOf } from '../../schemas/partition.ts';
import { type AdoptDependencies, adoptAll, evaluatedRule, isAdopted } from './adopt.ts';
import { limits } from './config.ts';
import { anomalyScore, stepAnomalyRule } from './core/anomalies/rule-score.ts';
import { type Action, type EvaluatedRule, seriesOf } from './core/evaluated-rule.ts';
import type { Evaluation } from './core/evaluation.ts';
import { evidenceOf } from './core/evidence.ts';
import type { AlertNow } from './core/rule-state.ts';
import { lookBackOf } from './core/slots.ts';
import type { PartitionStore, SavedRule } from './store.ts';

type Evaluating = {
  readonly partition: Pick<AssignedPartition, 'partition' | 'signal'>;
  /** Of `windows`. */
  readonly partitions: number;
  readonly evaluation: Pick<Evaluation, 'slot' | 'timeMs'>;
  readonly store: Pick<PartitionStore, 'windows' | 'rule'>;
};

/**
 * Rules of type `anomaly` compare the score of open anomalies, which are events: those of a whole organization are
 * detected on several partitions. A rule is evaluated in each slot and whenever an event may have changed something.
 */
export function createAnomalyRules(
  { partition: { partition, signal }, partitions, evaluation, store }: Evaluating,
  dependencies: AdoptDependencies,
) {
  const { projections } = dependencies;
  /** As they were left by their last evaluation; what a process before this one left is in the store. */
  const states = new Map<AlertRuleId, EvaluatedRule>();
  let seenBefore = '';
  let rows: readonly EvaluatedRuleRow[] = [];
  let rowsReached: unknown;
  const isHere = ({ rule, organizationId }: EvaluatedRuleRow): boolean =>
    rule.enabled &&
    rule.alertType === 'anomaly' &&
    partitionOf(seriesOf({ rule, organizationId }), partitions) === partition;
  const readRows = async (): Promise<void> => {
    const reached = projections.reached();
    if (rowsReached === reached) return;
    const found: EvaluatedRuleRow[] = [];
    for await (const row of everyRow(evaluatedRules, projections)) if (isHere(row)) found.push(row);
    [rows, rowsReached] = [found, reached];
  };
  const openOf = (organizationId: OrganizationId): readonly AnomalyRow[] =>
    projections
      .list(anomalies, { prefix: openAnomaliesOf(organizationId), limit: limits.openAnomaliesMax })
      .map(({ row }) => row);
  const evaluate = (row: EvaluatedRuleRow): Action[] => {
    const of = evaluatedRule(row);
    const { from, to } = lookBackOf(of.rule, evaluation.slot);
    const before = waitingSince(of, states.get(of.ruleId) ?? store.rule(of.ruleId));
    const score = anomalyScore(of.rule, openOf(of.organizationId));
    const at = { windowToMs: to * 1000, tickMs: evaluation.timeMs };
    const { now, action } = stepAnomalyRule(of.rule, before, { value: score, ...at });
    states.set(of.ruleId, { ...of, now });
    if (action === undefined) return [];
    const place = { rule: of, windowFromMs: from * 1000, ...at, value: score ?? null };
    if (action !== 'raise') return [{ type: 'resolve', ...place, reason: action.resolve }];
    const evidence = evidenceOf(rangeOf(of, { from, to, partition }), store.windows).evidence;
    return [{ type: 'raise', ...place, evidence }];
  };
  return {
    /** To be stored with the position, so that a rule does not wait its `for_minutes` again after a restart. */
    states,
    /** `offset`: the next record to handle. */
    evaluate: async (offset: number): Promise<Action[]> => {
      const seen = `${projections.reached()} ${evaluation.slot}`;
      if (seen === seenBefore || evaluation.timeMs === 0) return [];
      seenBefore = seen;
      await readRows();
      const unadopted = rows.filter(row => !isAdopted(row));
      if (unadopted.length > 0) {
        const position = { partition, offset };
        await adoptAll(unadopted, position, evaluation.timeMs, dependencies, signal);
        await readRows();
      }
      return rows.filter(isAdopted).flatMap(evaluate);
    },
  };
}

/** The alert as its events have it; whether the condition held before is in no event. */
function waitingSince({ now, version }: EvaluatedRule, last: SavedRule | undefined): AlertNow {
  if (now.status === 'firing' || last?.now.status !== 'quiet' || last.version !== version)
    return now;
  const { breachedSinceMs } = last.now;
  return breachedSinceMs === undefined ? now : { ...now, breachedSinceMs };
}

const rangeOf = (
  of: EvaluatedRule,
  range: { readonly from: number; readonly to: number; readonly partition: number },
) => ({
  ...range,
  ruleVersion: of.version,
  series: seriesOf(of),
  serviceName: of.rule.scope.type === 'service' ? of.rule.scope.service : '',
});
