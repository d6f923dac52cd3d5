import { minuteMs } from '../../schemas/durations.ts';
import type { Fact, Scenario } from './scenarios.ts';

export type Grade = { readonly isRight: boolean; readonly missing: readonly string[] };

/** Whether an answer names service, operation, begin within a minute, and cause of all that happened; or that nothing did. */
export function gradeOf(
  {
    question,
    answer,
    isOfRules,
  }: {
    readonly question: string;
    readonly answer: string;
    /** Rules have words of their own for some questions. */
    readonly isOfRules: boolean;
  },
  scenario: Scenario,
  onsetMs: number,
): Grade {
  // A question that names a service gets an answer about that service.
  const named = scenario.facts.filter(({ service }) => question.includes(service));
  const facts = named.length > 0 ? named : scenario.facts;
  const missing = [
    ...(facts.length === 0
      ? quiet(answer)
      : facts.flatMap(fact => missingOf(answer, fact, onsetMs))),
    ...(isOfRules ? directOf(question, answer, scenario) : []),
  ];
  return { isRight: missing.length === 0, missing };
}

const quiet = (answer: string): string[] => [
  ...(/nothing stands out/iu.test(answer) ? [] : ['that nothing stands out']),
  ...(/Likely cause/u.test(answer) ? ['no cause'] : []),
];

function missingOf(answer: string, { service, operation, cause }: Fact, onsetMs: number): string[] {
  const instants = (answer.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/gu) ?? []).map(at =>
    Date.parse(`${at.replace(' ', 'T')}Z`),
  );
  return [
    ...(answer.includes(service) ? [] : [`service ${service}`]),
    ...(operation === undefined || answer.includes(operation) ? [] : [`operation ${operation}`]),
    ...(instants.some(at => Math.abs(at - onsetMs) <= minuteMs) ? [] : ['begin']),
    ...(cause.test(answer) ? [] : [`cause ${cause.source}`]),
  ];
}

/** What the answers to some questions must begin with. */
function directOf(question: string, answer: string, { facts, isDatabase }: Scenario): string[] {
  const people = facts.some(({ operation }) => operation !== undefined);
  const expected: readonly (readonly [RegExp, RegExp])[] = [
    [/database/u, isDatabase ? /^Yes, it is database / : /^(?:No|Perhaps): /],
    [/last week/u, /^No: /],
    [/^who/u, people ? /^\d+ (?:value|different values) of customer\.id / : /^Nobody /],
  ];
  return expected.flatMap(([asked, form]) =>
    asked.test(question) && !form.test(answer) ? [form.source] : [],
  );
}
