import type { Mutant } from './mutant.ts';

const ownLife = {
  spec: 'test/unit/backtest.property.test.ts',
  test: 'equals its live history event for event, across crashes, reassignment, rule changes and differing clocks',
} as const;
const saidOfAnomalies = { spec: 'test/unit/replay-log.test.ts' } as const;
const shield = 'test/unit/outage-shield.test.ts';

/** In backtests, proofs, and what outages of our own mean. */
export const backtests: readonly Mutant[] = [
  {
    name: 'a backtest goes on with a rule that its user ended',
    in: '#begin',
    find: 'this.#evaluation.remove(this.#life.ruleId);',
    replace: '',
    ...ownLife,
  },
  {
    name: 'a backtest begins a version after the record before which it was adopted',
    in: 'before',
    find: 'step.place.offset > offset',
    replace: 'step.place.offset >= offset',
    ...ownLife,
  },
  {
    name: 'a backtest forgets what fired before it',
    in: 'beforeTick',
    find: 'this.#settle(offset)',
    replace: '(this.#isSettling = false)',
    spec: 'test/unit/backtest.property.test.ts',
    test: 'goes on with a version that was adopted long before',
  },
  {
    name: 'a proof does not compare what it recomputed',
    in: 'compareAlert',
    find: 'isDeepStrictEqual(value, again)',
    replace: 'isDeepStrictEqual(value, value)',
    spec: 'test/unit/backtest.property.test.ts',
    test: 'matches for every alert of a life, and names the field that was changed',
  },
  {
    name: 'a backtest answers although its past is forgotten',
    in: 'expectKept',
    find: 'if (oldest.appendedAtMs <= neededMs) return oldest.offset;',
    replace: 'if (oldest.appendedAtMs > 0) return oldest.offset;',
    spec: 'test/unit/replay-log.test.ts',
    test: 'is forgotten when retention took a part of the look-back, and says from when on it is known',
  },
  {
    name: 'rules about anomalies see what is open now and not what was open at a place of the log',
    in: 'anomalyEvents',
    find: '        at,',
    replace: '        at: projections.reached() + 0 * at,',
    spec: 'test/unit/anomaly-backtest.property.test.ts',
    test: 'equals its live history event for event, across crashes, late records and rule changes',
  },
  {
    name: 'an old position of a former owner is believed by those who read a part of the log',
    in: 'takeAnomalies',
    find: 'known.isSure ||= after >= known.from;',
    replace: 'known.isSure ||= after >= 0;',
    ...saidOfAnomalies,
    test: 'is looked for further back, also behind one that was suspended and says what it knew before',
  },
  {
    name: 'a backtest answers although nobody recorded which anomalies were known',
    in: 'expectRecorded',
    find: 'if (since === undefined || since.offset < offset) return;',
    replace: 'if (since === undefined || since.offset >= 0) return;',
    ...saidOfAnomalies,
    test: 'is not known from before it was first said, unless there had been no anomaly',
  },
  {
    name: 'an old position takes the place of a later one',
    in: 'takeAnomalies',
    find: 'known.position = Math.max(known.position, position);',
    replace: 'known.position = position;',
    spec: 'test/unit/evaluator.property.test.ts',
    test: 'gives the alerts of a naive model for rules about anomalies that others detect',
  },
  {
    name: 'rules about anomalies wait for the next slot',
    in: 'anomalies',
    find: 'if (isAnomalyRule(of)) yield this.#evaluateBetween(of);',
    replace: 'if (isAnomalyRule(of)) yield undefined;',
    spec: 'test/unit/evaluator.property.test.ts',
    test: 'gives the alerts of a naive model for rules about anomalies that others detect',
  },
  {
    name: 'an outage resolves an alert',
    in: 'answerOf',
    find: "if (status === 'firing' || value === undefined || isTooLow) return undefined;",
    replace:
      "if (status === 'firing') return lasts(condition, value);\n  if (value === undefined || isTooLow) return undefined;",
    spec: shield,
    test: 'keeps an alert that fires through an outage, and resolves it by what comes after',
  },
  {
    name: 'an outage is known only when it is over',
    in: 'outagesAt',
    find: 'return goesOn ?',
    replace: 'return goesOn && markedMs === 0 ?',
    spec: shield,
    test: 'notices an outage of those who receive while all else runs',
  },
  {
    name: 'clocks that differ are an outage',
    in: 'outagesAt',
    find: 'timeMs - markedMs - aheadMs >= outageMsMin',
    replace: 'timeMs - markedMs >= outageMsMin',
    spec: shield,
    test: 'takes a lag of the processor, and clocks that differ, for no outage',
  },
];
