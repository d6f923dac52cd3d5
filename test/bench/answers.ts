import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import type { LoadResult } from './load.ts';
import { runLoad, watchMemory } from './process.ts';
import { measureQueries, type QueryFigures } from './queries.ts';
import { waitUntilReadable } from './rounds.ts';
import { watchStolen } from './stolen.ts';
import { settle, storedBytes } from './stored.ts';
import { type BenchServer, startTidemark } from './tidemark.ts';

// How long an analyst waits over five million spans, when nothing else happens and while spans come
// in at half of what can be taken; and what ten minutes of that cost in memory and on disk.
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    spans: { type: 'string', default: '5000000' },
    minutes: { type: 'string', default: '10' },
    calls: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const { seed } = values;
const spansWanted = Number(values.spans);
const calls = Number(values.calls);
const plan = { organizations: 3, services: 4, senders: 6 };
/** How long the senders go on before it is counted what there is. */
const fillSeconds = 15;
const idleMsMax = [
  [/, (5m|15m|1h)$/, 20],
  [/, (6h|24h)$/, 60],
  [/one trace/, 50],
] as const;
const busyTimes = 3;
const bytesMax = 60;
const mebi = 1024 ** 2;
const residentMax = 1_536 * mebi;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const expect = (is: boolean, what: string): void => {
  say(`${is ? '✔' : '✘'} ${what}`);
  if (!is) process.exitCode = 1;
};

const parent = await mkdtemp(join(tmpdir(), 'tidemark-answers-'));
const folder = join(parent, 'data');
const build = join(packageRoot(), 'dist');
const server = await startTidemark({ build, folder, nodeOptions: [], ...plan });
try {
  const memory = watchMemory(server.pid);
  const entries: Counts = server.keys.map(() => ({}));
  const filled = await fill(server, entries);
  await settle(join(folder, 'warehouse'));
  const idle = await ask(server, 'idle');
  const seconds = Number(values.minutes) * 60;
  const spansPerSecond = filled.perSecond / 2;
  const loading = runLoad({ ...loadOf(server, 'busy'), seconds, spansPerSecond });
  const busy = await ask(server, 'beside spans');
  const load = await loading;
  add(entries, load);
  await waitUntilReadable(server, { ...load, entries });
  const { resident } = memory();
  await server.stop();
  const stored = await storedBytes(folder, filled.spans + load.spans);
  say(
    `${filled.spans} spans at ${Math.round(filled.perSecond)}/s, then ${load.spans} at ${Math.round(load.spans / load.seconds)}/s; seed ${seed}`,
  );
  report(idle, busy);
  expect(resident <= residentMax, `resident memory ${Math.round(resident / mebi)} MiB`);
  expect(stored.activeParts <= bytesMax, `${stored.activeParts.toFixed(1)} bytes a span`);
} finally {
  await server.stop();
  await rm(parent, { recursive: true, force: true });
}

type Counts = Record<string, number>[];

function loadOf({ url, keys }: BenchServer, part: string) {
  const { services, senders } = plan;
  return { url, keys, services, senders, seed: `${seed}-${part}` };
}

async function ask({ url, keys }: BenchServer, when: string): Promise<QueryFigures[]> {
  const stolen = await watchStolen();
  const figures = await measureQueries(url, keys, plan.services, calls);
  say(`${when}: ${await stolen()}`);
  return figures;
}

/** As fast as spans are taken, until there are enough and all can be read. */
async function fill(server: BenchServer, entries: Counts) {
  const beganAtMs = performance.now();
  let spans = 0;
  for (let part = 0; spans < spansWanted; part++) {
    const load = await runLoad({ ...loadOf(server, `${part}`), seconds: fillSeconds });
    spans += load.spans;
    add(entries, load);
    await waitUntilReadable(server, { ...load, entries });
  }
  return { spans, perSecond: (spans * 1000) / (performance.now() - beganAtMs) };
}

function add(entries: Counts, load: LoadResult): void {
  load.entries.forEach((counts, owner) => {
    const sums = entries[owner] ?? {};
    for (const [service, count] of Object.entries(counts))
      sums[service] = (sums[service] ?? 0) + count;
  });
}

function report(idle: readonly QueryFigures[], busy: readonly QueryFigures[]): void {
  for (const [index, { query, p50Ms, p99Ms }] of idle.entries()) {
    const under = busy[index];
    const idleMax = idleMsMax.find(([name]) => name.test(query))?.[1];
    const figures = `${query}: p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms, beside spans p50 ${under?.p50Ms.toFixed(1)} p99 ${under?.p99Ms.toFixed(1)} ms`;
    if (idleMax === undefined) say(`  ${figures}`);
    else
      expect(
        p99Ms <= idleMax && (under?.p99Ms ?? 0) <= busyTimes * idleMax,
        `${figures} (bounds ${idleMax} and ${busyTimes * idleMax})`,
      );
  }
}
