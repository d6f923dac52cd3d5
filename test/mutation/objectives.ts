import type { Mutant } from './mutant.ts';

const figures = {
  spec: 'test/integration/objectives.property.test.ts',
  test: 'equal a count of the spans, also of late and of repeated ones',
} as const;

const asOf = { ...figures, test: 'are the same as of an instant, though more came since' } as const;

const burn = 'test/unit/slo-burn.property.test.ts';

const burnRules = 'test/unit/burn-rules.property.test.ts';

/** In objectives. */
export const objectives: readonly Mutant[] = [
  {
    name: 'nothing leaves a rolling window while its budget is foreseen',
    in: 'leavingOf',
    find: 'parts.push({ seconds, total, bad });',
    replace: 'parts.push({ seconds, total: 0, bad: 0 });',
    spec: burn,
    test: 'is the minute in which a budget is over that is followed minute by minute',
  },
  {
    name: 'one window is enough for an alert on burn rates',
    in: 'burnAlertsOf',
    find: 'windows.every(',
    replace: 'windows.some(',
    spec: burn,
    test: 'hold exactly when both windows burn faster than their rate',
  },
  {
    name: 'a span that took exactly the threshold is not good',
    in: 'badSpan',
    find: 'spans.duration >',
    replace: 'spans.duration >=',
    ...figures,
  },
  {
    name: 'windows of spans within a request count as requests',
    in: 'entriesOfWindows',
    find: 'AND entry ${known}',
    replace: '${known}',
    ...figures,
  },
  {
    name: 'a budget of the past lacks what was learned in its hour',
    in: 'selectOfWindows',
    find: "[entriesOfWindows('windows', hours, `AND known >= ${hour} ${learned}`, objective)]",
    replace: '[]',
    ...asOf,
  },
  {
    name: 'a budget of the past knows spans that came later',
    in: 'entriesOfSpans',
    find: '`AND known < ${known}`',
    replace: "''",
    ...asOf,
  },
  {
    name: 'a rule about a burn rate fires on the higher rate of two windows',
    in: 'pairBurn',
    find: 'Math.min(...rates)',
    replace: 'Math.max(...rates)',
    spec: burnRules,
    test: 'holds exactly when the objective says that it burns too fast',
  },
  {
    name: 'an objective that is deleted is a service without requests',
    in: 'evaluateMeasure',
    find: 'measure.isGone ? ended : verdictOf(of, [seen])',
    replace: 'verdictOf(of, [seen])',
    spec: burnRules,
    test: 'ends when its objective is deleted, whatever it does without data',
  },
  {
    name: 'an outage in the short window alone is taken for well',
    in: 'windowsOf',
    find: '[{ windowFromMs }, ...burns]',
    replace: '[{ windowFromMs }]',
    spec: burnRules,
    test: 'keeps its state when nobody could send during much of the short window',
  },
  {
    name: 'a rule about a burn rate begins to read within an hour',
    in: 'ruleBurns',
    find: 'const from = hourStart(fromSeconds);',
    replace: 'const from = fromSeconds;',
    spec: 'test/integration/objectives.property.test.ts',
    test: 'burn for alert rules as a count of the spans says',
  },
];
