import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import { cpuSeconds, runLoad } from './process.ts';
import { rank, traceIds } from './queries.ts';
import { inFolder, waitUntilReadable } from './rounds.ts';
import { watchStolen } from './stolen.ts';
import { settle } from './stored.ts';
import { type BenchServer, get, startTidemark } from './tidemark.ts';

// How long the last 20 traces and one trace by its id take, when nothing else happens: of a build, and of another before it.
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    calls: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '40' },
  },
});
const plan = { services: 4, senders: 6 };
const calls = Number(values.calls);
const hourMs = 3_600_000;

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
      const { url, keys } = server;
      const seconds = Number(values.seconds);
      const load = await runLoad({ url, keys, seed: '1', ...plan, seconds });
      await waitUntilReadable(server, load);
      await settle(join(folder, 'warehouse'));
      const stolen = await watchStolen();
      const ids = await traceIds(url, keys[0] ?? '');
      const from = new Date(Date.now() - hourMs).toISOString();
      await ask(server, `${name}, one trace`, call => `/v1/traces/${ids[call % ids.length]}`);
      await ask(server, `${name}, last 20`, () => '/v1/traces?limit=20');
      const ofService = '/v1/traces?limit=20&service=service-1';
      await ask(server, `${name}, last 20 of a service`, () => ofService);
      await ask(server, `${name}, … in an hour`, () => `${ofService}&start_time_from=${from}`);
      say(`${name}: ${load.spans} spans; ${await stolen()}`);
    } finally {
      await server.stop();
    }
  });
}

async function ask(
  { url, keys, pid }: BenchServer,
  what: string,
  path: (call: number) => string,
): Promise<void> {
  const timesMs: number[] = [];
  const before = cpuSeconds(pid);
  for (let call = 0; call < calls; call++) {
    const beganAtMs = performance.now();
    await get(url, path(call), keys[0] ?? '');
    timesMs.push(performance.now() - beganAtMs);
  }
  const cpuMs = ((cpuSeconds(pid) - before) * 1000) / calls;
  timesMs.sort((left, right) => left - right);
  const [p10, p50, p99] = [0.1, 0.5, 0.99].map(q => rank(timesMs, q).toFixed(1));
  say(`${what}: p10 ${p10} p50 ${p50} p99 ${p99} ms, processor ${cpuMs.toFixed(1)} ms`);
}
