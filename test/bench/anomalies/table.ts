import { f1, precision, recall, type Score, type Scores, scoreIn } from './scorer.ts';

const titles = [
  'detector',
  'false, season and noise',
  'false, sparse',
  'false, all',
  'precision, shift and spike',
  'recall, shift',
  'recall, spike',
  'delay p50, p90',
  'recall, drift',
  'F1, all',
  'false, first week',
] as const;

/** The results as a table in Markdown, a row for each detector. */
export function tableOf(results: ReadonlyMap<string, Scores>): string {
  const rows = Array.from(results, ([name, scores]) => rowOf(name, scores));
  return [titles, titles.map(() => '---'), ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function rowOf(name: string, scores: Scores): readonly string[] {
  const all = scoreIn(scores, ['season', 'noise', 'sparse', 'shift', 'spike', 'drift']);
  const sudden = scoreIn(scores, ['shift', 'spike']);
  const of = (scenario: 'sparse' | 'shift' | 'spike' | 'drift'): Score =>
    scoreIn(scores, [scenario]);
  return [
    name,
    String(scoreIn(scores, ['season', 'noise']).falseLater),
    String(of('sparse').falseLater),
    String(all.falseLater),
    precision(sudden).toFixed(3),
    recall(of('shift')).toFixed(3),
    recall(of('spike')).toFixed(3),
    `${quantile(sudden.delays, 0.5)}, ${quantile(sudden.delays, 0.9)}`,
    recall(of('drift')).toFixed(3),
    f1(all).toFixed(3),
    String(all.falseInFirstWeek),
  ];
}

function quantile(values: readonly number[], q: number): number | undefined {
  return values.toSorted((left, right) => left - right)[Math.ceil(q * values.length) - 1];
}
