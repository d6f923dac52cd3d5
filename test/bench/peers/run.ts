import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../../platform/package.ts';
import { type Options, tidemarkRound } from '../rounds.ts';
import { watchStolen } from '../stolen.ts';
import { type Cell, cells } from './cells.ts';
import { type Figures, figuresOf, lineOf, tableOf, threadsOf } from './report.ts';
import { victoriaTracesRound } from './victoria-traces.ts';

// Tidemark beside another store of traces and beside another build of its own, in turns, each with
// a fresh folder and bodies that are new each time: what a span costs, and what is left of the machine.
const { values } = parseArgs({
  // The name of the measurement.
  allowPositionals: true,
  options: {
    /** The program of VictoriaTraces, which a developer has built from its source. */
    victoria: { type: 'string', default: process.env.VICTORIA_TRACES_PATH ?? '' },
    /** Folder of another build of Tidemark, as `dist`. */
    against: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    /** Only cells whose name contains this. */
    only: { type: 'string', default: '' },
  },
});

type Subject = {
  readonly name: string;
  readonly measure: (options: Options) => Promise<Figures>;
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const subjects: Subject[] = [tidemark('Tidemark', join(packageRoot(), 'dist'))];
if (values.against !== undefined) subjects.push(tidemark('the other build', values.against));
if (existsSync(values.victoria)) subjects.push(victoriaTraces(values.victoria));
else say('Without VictoriaTraces: VICTORIA_TRACES_PATH or --victoria names no program.');

say(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${values.rounds} rounds of ${values.seconds} s`,
);
const stolen = await watchStolen();
const measured = [];
for (const cell of cells.filter(({ name }) => name.includes(values.only))) {
  const figures = await measureCell(cell);
  measured.push({ cell: cell.name, figures });
  for (const { name, rounds } of figures) say(threadsOf(cell.name, name, rounds));
}
say(`\n${await stolen()}\n`);
for (const line of tableOf(measured)) say(line);

async function measureCell(cell: Cell) {
  const takers = subjects.filter(
    ({ name }) => cell.format === 'protobuf' || name !== 'VictoriaTraces',
  );
  const figures = takers.map(({ name, measure }) => ({ name, measure, rounds: [] as Figures[] }));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { name, measure, rounds } of figures) {
      const found = await measure(optionsOf(cell));
      rounds.push(found);
      say(lineOf(`${cell.name}, ${name}`, found));
    }
  }
  return figures;
}

function optionsOf({ format, bodySpans, senders, spansPerSecond }: Cell): Options {
  return {
    seconds: Number(values.seconds),
    organizations: 1,
    services: 4,
    seed: '1',
    nodeOptions: [],
    format,
    bodySpans,
    senders,
    ...(spansPerSecond !== undefined && { spansPerSecond }),
  };
}

function tidemark(name: string, build: string): Subject {
  return {
    name,
    measure: async options => {
      const round = await tidemarkRound(build, options, 0);
      return figuresOf(round, { log: round.stored.log, store: round.stored.activeParts });
    },
  };
}

function victoriaTraces(program: string): Subject {
  return {
    name: 'VictoriaTraces',
    measure: async options => {
      const round = await victoriaTracesRound(program, options);
      return figuresOf(round, { log: 0, store: round.stored });
    },
  };
}
