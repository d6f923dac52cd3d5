import { parseArgs } from 'node:util';
import { baselines, type Detector } from './baselines.ts';
import { tidemark } from './detector.ts';
import { generate } from './generator.ts';
import { reportOf } from './nab/report.ts';
import { scenarios } from './scenarios.ts';
import { nothing, type Score, scoreOf, sum } from './scorer.ts';
import { tableOf } from './table.ts';

// Anomaly detectors on the labelled set: every scenario with every seed. README.md describes the set and the scores.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '20' },
    /** Another name gives other seeds: parameters are never chosen on those of the report. */
    name: { type: 'string', default: 'report' },
    /** A folder of the Numenta Anomaly Benchmark: its series in place of the set. */
    nab: { type: 'string' },
  },
});

const detectors: Readonly<Record<string, Detector>> = { Tidemark: tidemark, ...baselines };

process.stdout.write(`${values.nab === undefined ? labelledSet() : await reportOf(values.nab)}\n`);

function labelledSet(): string {
  const results = new Map(
    Object.keys(detectors).map(name => [
      name,
      new Map<(typeof scenarios)[number]['name'], Score>(),
    ]),
  );
  for (let seed = 1; seed <= Number(values.seeds); seed++)
    for (const scenario of scenarios) {
      const { minutes, labels } = generate(scenario, `${values.name} ${seed}`);
      for (const [name, detect] of Object.entries(detectors)) {
        const scores = results.get(name);
        const before = scores?.get(scenario.name) ?? nothing;
        scores?.set(scenario.name, sum(before, scoreOf(detect(minutes), labels)));
      }
    }
  return tableOf(results);
}
