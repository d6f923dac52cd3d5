import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../services/cli/demo/random.ts';
import { openBench, warmUp } from './bench.ts';
import { type Cycle, runCycle } from './cycle.ts';
import { judge } from './final.ts';
import { type Kills, nextPoint, noKills } from './plan.ts';
import { faultsOf, reportOf } from './report.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    /** Spans a cycle, in the middle; by default so many that a run of 100 has more than a million. */
    spans: { type: 'string', default: '14000' },
    ready: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '4500' },
  },
});

const sendersWanted = 4;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const seed = Number(values.seed);
const spansPerCycle = Number(values.spans);
const folder = await mkdtemp(join(tmpdir(), 'tidemark-crash-'));
const random = seededRandom(seed);
const bench = openBench(folder, seed, Number(values.rate));

say(`${values.cycles} cycles, --seed ${seed}, in ${folder}`);
await warmUp(bench, sendersWanted, 'SIGKILL');
const kills = noKills();
const cycles = await killAgainAndAgain(Number(values.cycles), kills);
const verdict = await judge(bench);
bench.close();
const outcome = {
  ...{ cycles, kills, verdict, sent: bench.ledger.figures() },
  readyMsMax: Number(values.ready),
};
const isGreen = faultsOf(outcome).length === 0;
if (isGreen) await rm(folder, { recursive: true });
else say(`kept for a look: ${folder}`);
say(reportOf(outcome));
process.exit(isGreen ? 0 : 1);

async function killAgainAndAgain(count: number, met: Kills): Promise<readonly Cycle[]> {
  const done: Cycle[] = [];
  for (let number = 1; number <= count; number++) {
    const point = nextPoint(met, done.at(-1)?.death, spansPerCycle, random);
    const cycle = await runCycle(bench, point, 3 * spansPerCycle);
    done.push(cycle);
    const { death } = cycle;
    // A recovery that had nothing to repeat proves nothing.
    const counts = death !== undefined && (death.stage !== 'recovery' || death.repeating > 0);
    if (counts) met[death.stage]++;
    const how = death ? `${death.moment} ${death.stage} (${death.call})` : 'from outside';
    const readyIn = cycle.readyMs === undefined ? '' : `, ready in ${Math.round(cycle.readyMs)} ms`;
    say(
      `${number}: killed ${how}${readyIn}, ${cycle.spans} spans in ${Math.round(cycle.loadMs)} ms`,
    );
  }
  return done;
}
