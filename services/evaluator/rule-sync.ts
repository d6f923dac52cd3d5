import type { Action } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import type { Evaluation } from '../../domain/alerts/evaluation/evaluation.ts';
import type { AssignedPartition } from '../../platform/topic-log/port.ts';
import type { EvaluatedRuleRow } from '../../projections/alerts/evaluated-rules.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import { type AdoptDependencies, adoptAll, evaluatedRule, isAdopted, rulesOf } from './adopt.ts';
import type { SavedRule } from './store.ts';

type Evaluating = {
  readonly partition: Pick<AssignedPartition, 'partition' | 'signal'>;
  /** Of `windows`. */
  readonly partitions: number;
  readonly evaluation: Evaluation;
  /** What lies before it was evaluated by a former owner, with the rules that there were. */
  readonly newFrom: number;
};

/** Keeps the rules that are evaluated those that there are, each version from the place of its adoption on. */
export function createRuleSync(
  { partition: { partition, signal }, partitions, evaluation, newFrom }: Evaluating,
  dependencies: AdoptDependencies,
) {
  const { projections } = dependencies;
  /** Adopted by a former owner at a place that is still to come. */
  const waiting = new Map<AlertRuleId, EvaluatedRuleRow>();
  let seenBefore = '';
  const read = () => rulesOf(partition, partitions, dependencies);
  const isNew = ({ ruleId, version }: EvaluatedRuleRow): boolean =>
    evaluation.rules.get(ruleId)?.version !== version;
  const activate = (offset: number): Action[] =>
    [...waiting.values()].flatMap(row => {
      if (placeOf(row, partition) > offset) return [];
      waiting.delete(row.ruleId);
      return evaluation.adopt(evaluatedRule(row));
    });
  const mayAdopt = (offset: number): boolean => evaluation.timeMs > 0 && offset >= newFrom;
  const adoptNew = async (offset: number): Promise<void> => {
    const rows = [...(await read()).values()].filter(row => isNew(row) && !isAdopted(row));
    if (rows.length === 0) return;
    const position = { partition, offset };
    await adoptAll(rows, position, evaluation.timeMs, dependencies, signal);
  };
  const replaceRules = (rows: ReadonlyMap<AlertRuleId, EvaluatedRuleRow>): void => {
    const enabled = [...rows.values()].filter(({ rule }) => rule.enabled);
    const ids = new Set(enabled.map(({ ruleId }) => ruleId));
    for (const ruleId of [...evaluation.rules.keys()])
      if (!ids.has(ruleId)) evaluation.remove(ruleId);
    waiting.clear();
    for (const row of enabled) if (isNew(row) && isAdopted(row)) waiting.set(row.ruleId, row);
  };
  return {
    /** Goes on with the rules that a snapshot has. */
    restore: async (savedOf: (id: AlertRuleId) => SavedRule | undefined): Promise<void> => {
      for (const row of (await read()).values()) {
        const saved = savedOf(row.ruleId);
        if (saved?.version !== row.version || !row.rule.enabled) continue;
        evaluation.restore({ ...evaluatedRule(row), now: saved.now, trigger: saved.trigger });
      }
    },
    activate,
    /** Adopts what is new at `offset`, the next record, and forgets what is gone. */
    sync: async (offset: number): Promise<Action[]> => {
      const seen = `${projections.reached()} ${mayAdopt(offset)}`;
      if (seen === seenBefore) return [];
      seenBefore = seen;
      // A place needs a time; places of former owners do not.
      if (mayAdopt(offset)) await adoptNew(offset);
      replaceRules(await read());
      return activate(offset);
    },
  };
}

/** A rule that comes from another partition was adopted there: that place has passed. */
const placeOf = ({ adopted }: EvaluatedRuleRow, partition: number): number =>
  adopted?.position.partition === partition ? adopted.position.offset : 0;
