import type { Action } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import type { Evaluation } from '../../domain/alerts/evaluation/evaluation.ts';
import type { AssignedPartition } from '../../platform/topic-log/port.ts';
import type { EvaluatedRuleRow } from '../../projections/alerts/evaluated-rules.ts';
import type { WindowsPosition } from '../../schemas/alerts/commands.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import {
  type AdoptDependencies,
  type AdoptedRule,
  adoptAll,
  evaluatedRule,
  type RulesHere,
  rulesOf,
} from './adopt.ts';
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
  const waiting = new Map<AlertRuleId, AdoptedRule>();
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
  /** What a former owner decided or adopted beyond this place came of the version before, so that goes on until then. */
  const isDue = ({ alert, adopted }: EvaluatedRuleRow, offset: number): boolean => {
    const isPast = (place: WindowsPosition | undefined): boolean =>
      place?.partition !== partition || place.offset < offset;
    return isPast(alert.position) && isPast(adopted?.position);
  };
  /** False: some have to wait for their time. */
  const adoptNew = async (offset: number): Promise<boolean> => {
    const { waiting: all } = await read();
    const rows = all.filter(row => isDue(row, offset));
    if (rows.length > 0)
      await adoptAll(rows, { partition, offset }, evaluation.timeMs, dependencies, signal);
    return rows.length === all.length;
  };
  const replaceRules = ({ adopted }: RulesHere): void => {
    const enabled = [...adopted.values()].filter(({ rule }) => rule.enabled);
    const ids = new Set(enabled.map(({ ruleId }) => ruleId));
    for (const ruleId of [...evaluation.rules.keys()])
      if (!ids.has(ruleId)) evaluation.remove(ruleId);
    waiting.clear();
    for (const row of enabled) if (isNew(row)) waiting.set(row.ruleId, row);
  };
  return {
    /** Goes on with the rules that a snapshot has. */
    restore: async (savedOf: (id: AlertRuleId) => SavedRule | undefined): Promise<void> => {
      for (const row of (await read()).adopted.values()) {
        const saved = savedOf(row.ruleId);
        if (saved?.version !== row.version || !row.rule.enabled) continue;
        const { now, trigger, measuredToMs } = saved;
        evaluation.restore({ ...evaluatedRule(row), now, trigger, measuredToMs });
      }
    },
    activate,
    /** Adopts what is new at `offset`, the next record, and forgets what is gone. */
    sync: async (offset: number): Promise<Action[]> => {
      const seen = `${projections.reached()} ${mayAdopt(offset)}`;
      if (seen === seenBefore) return [];
      // A place needs a time; places of former owners do not.
      const isDone = !mayAdopt(offset) || (await adoptNew(offset));
      seenBefore = isDone ? seen : '';
      replaceRules(await read());
      return activate(offset);
    },
  };
}

/** A rule that comes from another partition was adopted there: that place has passed. */
const placeOf = ({ adopted }: AdoptedRule, partition: number): number =>
  adopted.position.partition === partition ? adopted.position.offset : 0;
