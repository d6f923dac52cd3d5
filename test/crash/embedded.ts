import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../services/cli/demo/random.ts';
import { createOldFolder } from '../support/old-folder.ts';
import { type Bench, openBench, warmUp } from './bench.ts';
import { type Cycle, runCycle } from './cycle.ts';
import { judge } from './final.ts';
import { type Kills, nextPoint, noKills } from './plan.ts';
import { faultsOf, reportOf } from './report.ts';

export type EmbeddedOptions = {
  readonly seed: number;
  readonly cycles: number;
  /** Spans a cycle, in the middle. */
  readonly spansPerCycle: number;
  readonly readyMsMax: number;
  readonly spansPerSecond: number;
  /** Made by an earlier version. */
  readonly isOldFolder: boolean;
};

const sendersWanted = 4;
/** Batches so small that they are full, and the next is formed while one is inserted. */
const fullBatches = { TIDEMARK_BATCH_MEMORY: '2MiB' };
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** One process with everything embedded, killed at the end of every cycle; gives whether all is well. */
export async function crashEmbedded(options: EmbeddedOptions): Promise<boolean> {
  const { seed, readyMsMax } = options;
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-crash-'));
  const bench = await openBench(folder, seed, options.spansPerSecond);
  if (options.isOldFolder) await createOldFolder(bench.dataDir);
  const age = options.isOldFolder ? ' --old' : '';
  say(`${options.cycles} cycles, --seed ${seed}${age}, in ${folder}`);
  await warmUp(bench, sendersWanted, 'SIGKILL', url => bench.breaches.create(url, bench.accounts));
  const kills = noKills();
  const cycles = await killAgainAndAgain(bench, options, kills);
  const verdict = await judge(bench);
  await bench.close();
  const outcome = { cycles, kills, verdict, sent: bench.oracle.figures(), readyMsMax };
  const isGreen = faultsOf(outcome).length === 0;
  if (isGreen) await rm(folder, { recursive: true });
  else say(`kept for a look: ${folder}`);
  say(reportOf(outcome));
  return isGreen;
}

async function killAgainAndAgain(
  bench: Bench,
  { cycles, seed, spansPerCycle }: EmbeddedOptions,
  met: Kills,
): Promise<readonly Cycle[]> {
  const random = seededRandom(seed);
  const done: Cycle[] = [];
  for (let number = 1; number <= cycles; number++) {
    const point = nextPoint(met, done.at(-1)?.death, spansPerCycle, random);
    const environment = number % 2 === 0 ? fullBatches : {};
    const cycle = await runCycle(bench, point, 3 * spansPerCycle, environment);
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
