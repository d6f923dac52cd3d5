import type { Mutant } from './mutant.ts';

const ownLife = {
  spec: 'test/unit/backtest.property.test.ts',
  test: 'equals its live history event for event, across crashes, reassignment, rule changes and differing clocks',
} as const;
const shield = 'test/unit/outage-shield.test.ts';

/** In backtests, proofs, and what outages of our own mean. */
export const backtests: readonly Mutant[] = [
  {
    name: 'a backtest goes on with a rule that its user ended',
    file: 'services/evaluator/core/replay/replayed-rule.ts',
    in: '#begin',
    find: 'this.#evaluation.remove(this.#life.ruleId);',
    replace: '',
    ...ownLife,
  },
  {
    name: 'a backtest begins a version after the record before which it was adopted',
    file: 'services/evaluator/core/replay/replayed-rule.ts',
    in: 'before',
    find: 'step.place.offset > offset',
    replace: 'step.place.offset >= offset',
    ...ownLife,
  },
  {
    name: 'a backtest forgets what fired before it',
    file: 'services/evaluator/core/replay/replayed-rule.ts',
    in: 'beforeTick',
    find: 'this.#settle(offset)',
    replace: '(this.#isSettling = false)',
    spec: 'test/unit/backtest.property.test.ts',
    test: 'goes on with a version that was adopted long before',
  },
  {
    name: 'a proof does not compare what it recomputed',
    file: 'services/query-api/alerts/proof/compare.ts',
    in: 'compareAlert',
    find: 'isDeepStrictEqual(value, again)',
    replace: 'isDeepStrictEqual(value, value)',
    spec: 'test/unit/backtest.property.test.ts',
    test: 'matches for every alert of a life, and names the field that was changed',
  },
  {
    name: 'a backtest answers although its past is forgotten',
    file: 'services/evaluator/replay/replay-log.ts',
    in: 'expectKept',
    find: 'if (oldest.appendedAtMs <= neededMs) return oldest.offset;',
    replace: 'if (oldest.appendedAtMs > 0) return oldest.offset;',
    spec: 'test/unit/replay-log.test.ts',
    test: 'is forgotten when retention took a part of the look-back, and says from when on it is known',
  },
  {
    name: 'an outage resolves an alert',
    file: 'services/evaluator/core/rule-state.ts',
    in: 'stepUnheard',
    find: "if (value === undefined || now.status === 'firing') return { now };",
    replace:
      "if (value === undefined || now.status === 'firing') return step(rule, now, evaluated);",
    spec: shield,
    test: 'keeps an alert that fires through an outage, and resolves it by what comes after',
  },
  {
    name: 'an outage is known only when it is over',
    file: 'services/evaluator/core/outages.ts',
    in: 'outagesAt',
    find: 'return goesOn ?',
    replace: 'return goesOn && markedMs === 0 ?',
    spec: shield,
    test: 'notices an outage of those who receive while all else runs',
  },
  {
    name: 'clocks that differ are an outage',
    file: 'services/evaluator/core/outages.ts',
    in: 'outagesAt',
    find: 'timeMs - markedMs - aheadMs >= outageMsMin',
    replace: 'timeMs - markedMs >= outageMsMin',
    spec: shield,
    test: 'takes a lag of the processor, and clocks that differ, for no outage',
  },
];
