import { f1, nothing, precision, recall, type Score, sum } from '../scorer.ts';
import { pointBaselines } from './baselines.ts';
import { type Series, seriesOf } from './corpus.ts';
import { type PointDetector, tidemark } from './detector.ts';
import { probationOf } from './probation.ts';

const sets = ['realKnownCause', 'realAWSCloudwatch'] as const;

const detectors: Readonly<Record<string, PointDetector>> = {
  Tidemark: tidemark,
  ...pointBaselines,
};

/** Every detector on the public series in a folder, a table for each set. */
export async function reportOf(folder: string): Promise<string> {
  const tables: string[] = [];
  for (const set of sets) {
    const all = await seriesOf(folder, set);
    const rows = Object.entries(detectors).map(([name, detect]) =>
      rowOf(name, all.map(series => scoreOf(detect(series.points), series)).reduce(sum, nothing)),
    );
    tables.push([`${set}, ${all.length} series`, '', ...heading, ...rows].join('\n'));
  }
  return tables.join('\n\n');
}

const heading = [
  '| detector | F1 | precision | recall | windows found | alarms outside of windows | repeated in one |',
  '|---|---:|---:|---:|---:|---:|---:|',
];

const rowOf = (name: string, score: Score): string =>
  `| ${[
    name,
    f1(score).toFixed(3),
    precision(score).toFixed(3),
    recall(score).toFixed(3),
    `${score.found} of ${score.incidents}`,
    score.falseLater,
    score.repeated,
  ].join(' | ')} |`;

/** The first alarm in a window of the corpus finds it. */
export function scoreOf(alarms: readonly number[], { points, windows }: Series): Score {
  const found = new Set<number>();
  let [falseLater, repeated] = [0, 0];
  for (const at of alarms.filter(each => each >= probationOf(points))) {
    const time = points[at]?.time ?? 0;
    const window = windows.findIndex(({ from, to }) => time >= from && time <= to);
    if (window < 0) falseLater++;
    else if (found.has(window)) repeated++;
    else found.add(window);
  }
  return { ...nothing, incidents: windows.length, found: found.size, falseLater, repeated };
}
