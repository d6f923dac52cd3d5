import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../platform/package.ts';
import { dayMs } from '../../schemas/durations.ts';
import { runLoad, watchMemory } from './process.ts';
import { rank } from './queries.ts';
import { waitUntilReadable } from './rounds.ts';
import { watchStolen } from './stolen.ts';
import { settle, storedBytes } from './stored.ts';
import { type BenchServer, get, startTidemark } from './tidemark.ts';

// How reads slow down while one folder grows to ten times as many spans, and ten times again. All spans are sent over
// HTTP, with times spread over the last day.
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** Of all milestones, which are powers of ten from a million on. */
    spans: { type: 'string', default: '10000000' },
    calls: { type: 'string', default: '100' },
    build: { type: 'string', default: join(packageRoot(), 'dist') },
  },
});
const calls = Number(values.calls);
const spansMax = Number(values.spans);
const plan = { organizations: 3, services: 4, senders: 6 };
const partSpans = 1_000_000;
const partSecondsMax = 600;
const toMs = Date.now();
const fromMs = toMs - dayMs + 60_000;
const range = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
const mebi = 1024 ** 2;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'tidemark-scale-'));
const server = await startTidemark({ build: values.build, folder, nodeOptions: [], ...plan });
try {
  const entries: Record<string, number>[] = server.keys.map(() => ({}));
  let spans = 0;
  for (const milestone of milestonesOf(spansMax)) {
    const beganAtMs = performance.now();
    const before = spans;
    spans += await fill(milestone - spans, entries, `${milestone}`);
    const perSecond = ((spans - before) * 1000) / (performance.now() - beganAtMs);
    await settle(join(folder, 'warehouse'));
    say(`\n${spans} spans, the last ones at ${Math.round(perSecond)}/s`);
    const stolen = await watchStolen();
    await ask(server);
    const { resident } = watchMemory(server.pid)();
    say(`  resident memory ${Math.round(resident / mebi)} MiB; ${await stolen()}`);
  }
  await server.stop();
  const stored = await storedBytes(folder, spans);
  say(`bytes a span: log ${stored.log.toFixed(1)}, warehouse ${stored.activeParts.toFixed(1)}`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function milestonesOf(most: number): readonly number[] {
  const milestones: number[] = [];
  for (let spans = partSpans; spans < most; spans *= 10) milestones.push(spans);
  return [...milestones, most];
}

/** Sends so many spans in parts, each for a later piece of the day, and waits until all can be read. */
async function fill(wanted: number, entries: Record<string, number>[], seed: string) {
  const { services, senders } = plan;
  const parts = Math.ceil(wanted / partSpans);
  let sent = 0;
  for (let part = 0; part < parts; part++) {
    const at = (index: number): number => fromMs + ((toMs - fromMs) * index) / parts;
    const backDated = { spans: wanted / parts, fromMs: at(part), toMs: at(part + 1) };
    const senderPlan = { url: server.url, keys: server.keys, services, senders, backDated };
    const load = await runLoad({ ...senderPlan, seconds: partSecondsMax, seed: `${seed}-${part}` });
    sent += load.spans;
    for (const [owner, counts] of load.entries.entries()) addTo(entries[owner] ?? {}, counts);
    await waitUntilReadable(server, { entries });
  }
  return sent;
}

function addTo(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [service, count] of Object.entries(counts))
    sums[service] = (sums[service] ?? 0) + count;
}

type TraceList = { readonly traces: readonly { readonly id: string }[] };

async function ask({ url, keys }: BenchServer): Promise<void> {
  const ids = await Promise.all(keys.map(key => idsOverDay(url, key)));
  const service = (call: number): string => `service-${call % plan.services}`;
  const trace = (call: number): string => {
    const own = ids[call % keys.length] ?? [];
    return `/v1/traces/${own[call % own.length]}`;
  };
  const heatmap = (call: number): string => `/v1/services/${service(call)}/heatmap?${range}`;
  await measure('one trace by its id', trace);
  await measure('list of services, 24 h', () => `/v1/services?${range}`);
  await measure('metrics, 24 h', call => `/api/metrics/services/${service(call)}?window=24h`);
  await measure('heat map, 24 h', heatmap);
  await measure('list of 20 traces', () => '/v1/traces?limit=20');
  await measure(
    'last 20 traces of a service',
    call => `/v1/traces?service=${service(call)}&limit=20`,
  );
}

/** Traces of every hour of the day. */
async function idsOverDay(url: string, key: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let hour = 1; hour <= 24; hour++) {
    const to = new Date(fromMs + (hour * (toMs - fromMs)) / 24).toISOString();
    const from = new Date(fromMs).toISOString();
    const { traces } = await get<TraceList>(
      url,
      `/v1/traces?limit=10&start_time_from=${from}&start_time_to=${to}`,
      key,
    );
    ids.push(...traces.map(({ id }) => id));
  }
  return ids;
}

async function measure(query: string, path: (call: number) => string): Promise<void> {
  const timesMs: number[] = [];
  for (let call = 0; call < calls; call++) {
    const beganAtMs = performance.now();
    await get(server.url, path(call), server.keys[call % server.keys.length] ?? '');
    timesMs.push(performance.now() - beganAtMs);
  }
  timesMs.sort((left, right) => left - right);
  say(`  ${query}: p50 ${rank(timesMs, 0.5).toFixed(1)}, p99 ${rank(timesMs, 0.99).toFixed(1)} ms`);
}
