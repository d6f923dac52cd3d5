import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import { runLoad } from './process.ts';
import { rank } from './queries.ts';
import { inFolder, waitUntilReadable } from './rounds.ts';
import { watchStolen } from './stolen.ts';
import { type BenchServer, get, startTidemark } from './tidemark.ts';

// How long `GET /v1/services` takes, when nothing else happens and beside spans: asked again and again, and so rarely
// that each answer is read anew.
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    calls: { type: 'string', default: '500' },
    fresh: { type: 'string', default: '30' },
    rate: { type: 'string', default: '10000' },
  },
});
const plan = { services: 20, senders: 6 };
const fillSeconds = 20;
const settleMs = 5_000;
/** Longer than a list serves. */
const freshEveryMs = 1_200;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const builds = { before: values.against, now: join(packageRoot(), 'dist') };
for (let round = 1; round <= Number(values.rounds); round++)
  for (const [name, build] of Object.entries(builds))
    if (build !== undefined) await measure(`${round}, ${name}`, build);

function measure(name: string, build: string): Promise<void> {
  return inFolder(async parent => {
    const folder = join(parent, 'data');
    const server = await startTidemark({ build, folder, organizations: 1, nodeOptions: [] });
    try {
      const load = await runLoad({ ...loadOf(server, 'fill'), seconds: fillSeconds });
      await waitUntilReadable(server, load);
      await pause(settleMs);
      await ask(server, `${name}, idle`);
      const seconds = (Number(values.fresh) * freshEveryMs) / 1000 + fillSeconds;
      const spansPerSecond = Number(values.rate);
      const loading = runLoad({ ...loadOf(server, 'beside'), seconds, spansPerSecond });
      await pause(settleMs);
      await ask(server, `${name}, beside spans`);
      const { spans, seconds: taken } = await loading;
      say(`${name}: ${Math.round(spans / taken)} spans/s`);
    } finally {
      await server.stop();
    }
  });
}

function loadOf({ url, keys }: BenchServer, seed: string) {
  return { url, keys, seed, ...plan };
}

async function ask(server: BenchServer, when: string): Promise<void> {
  const stolen = await watchStolen();
  const often = await timesOf(server, Number(values.calls), 20);
  const fresh = await timesOf(server, Number(values.fresh), freshEveryMs);
  say(`${when}: often ${figures(often)}, read anew ${figures(fresh)}; ${await stolen()}`);
}

async function timesOf({ url, keys }: BenchServer, calls: number, everyMs: number) {
  const timesMs: number[] = [];
  for (let call = 0; call < calls; call++) {
    await pause(everyMs);
    const beganAtMs = performance.now();
    await get(url, '/v1/services', keys[0] ?? '');
    timesMs.push(performance.now() - beganAtMs);
  }
  return timesMs.sort((left, right) => left - right);
}

function figures(timesMs: readonly number[]): string {
  return `p50 ${rank(timesMs, 0.5).toFixed(1)} p99 ${rank(timesMs, 0.99).toFixed(1)} ms`;
}
