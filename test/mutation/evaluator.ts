import type { Mutant } from './mutant.ts';

const naiveModel = {
  spec: 'test/unit/evaluator.property.test.ts',
  test: 'gives the alerts of a naive model, whoever dies, repeats, comes late or forgets',
};

/** In the evaluation of alert rules. */
export const evaluator: readonly Mutant[] = [
  {
    name: 'time passes with the fastest source partition',
    in: 'evaluatorTimeMs',
    find: 'Math.min(...reached.values())',
    replace: 'Math.max(...reached.values())',
    ...naiveModel,
  },
  {
    name: 'an alert is not resolved',
    in: 'conclude',
    find: 'if (action === undefined) return { entry };',
    replace: "if (action !== 'raise') return { entry };",
    ...naiveModel,
  },
  {
    name: 'the last batch of a source may be applied again',
    in: 'takePart',
    find: 'source.highWater = open.last;',
    replace: 'source.highWater = open.last - 1;',
    ...naiveModel,
  },
  {
    name: 'a version is evaluated before the place of its adoption',
    in: 'createRuleSync',
    find: 'if (placeOf(row, partition) > offset) return [];',
    replace: '',
    ...naiveModel,
  },
  {
    name: 'slots between two ticks are not evaluated',
    in: '#slotsUpTo',
    find: 'const count = Math.min((last - before) / windowSeconds, evaluationLimits.slotsAtOnceMax);',
    replace: 'const count = Math.min((last - before) / windowSeconds, 1);',
    ...naiveModel,
  },
  {
    name: 'late spans do not amend an alert',
    in: 'amendTrigger',
    find: 'if (isBreach === trigger.isBreach) return undefined;',
    replace: 'return undefined;',
    ...naiveModel,
  },
  {
    name: 'the outcomes of adoptions are awaited all at once',
    in: 'adoptAll',
    find: 'await projections.outcome(id, signal)',
    replace: 'void projections.outcome(id, signal)',
    spec: 'test/unit/adopt-rules.test.ts',
    test: 'add one listener to the signal at a time while their outcomes are awaited',
  },
  {
    name: 'a running window resolves a count',
    in: 'decisive',
    find: " && now.status === 'quiet'",
    replace: '',
    spec: 'test/unit/evaluator.property.test.ts',
    test: 'gives the alerts of a naive model, whoever dies, repeats, comes late or forgets',
  },
  {
    name: 'a count fires in the slot of its resolution',
    in: 'stepQuiet',
    find: 'windowToMs - aheadMs > now.resolvedToMs',
    replace: 'windowToMs > now.resolvedToMs',
    spec: 'test/unit/rule-state.test.ts',
    test: 'fires for a later window, and for a running one in a later slot than that of the resolution',
  },
  {
    name: 'a version of an earlier release is replayed as if it were new',
    in: 'rangesOf',
    find: 'isUpward && of.runningCounts',
    replace: 'isUpward',
    spec: 'test/unit/backtest.property.test.ts',
    test: 'has the alerts of its time if it was adopted before counts fired while their window runs',
  },
];
