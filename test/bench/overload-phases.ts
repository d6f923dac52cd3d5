import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenPlan, OpenResult } from './open-load.ts';
import { spansPerBody } from './payload.ts';
import {
  askChild,
  cpuSeconds,
  type Memory,
  type Speed,
  watchMemory,
  watchSpeed,
} from './process.ts';
import { rank } from './queries.ts';
import { type BenchServer, get, loopDelay, startTidemark } from './tidemark.ts';

export type Cores = { readonly server: string; readonly generators: string };

export type Bench = {
  readonly server: BenchServer;
  /** Of the server's core. */
  readonly speed: Speed;
  readonly cores: Cores | undefined;
  readonly say: (line: string) => void;
  /** By organization, bodies that were answered with 200 so far. */
  readonly accepted: number[];
};

/** One stretch of load: what each of two organizations sent, and how the server was. */
export type Phase = {
  readonly name: string;
  readonly heavy: OpenResult;
  readonly light: OpenResult | undefined;
  readonly offeredPerSecond: number;
  /** Spans answered with 200. */
  readonly acceptedPerSecond: number;
  /** The same, from the first body until the last span could be read. */
  readonly readablePerSecond: number;
  /** From the end of the load until all that was accepted could be read. */
  readonly lagSeconds: number;
  readonly memory: Memory;
  /** Of the server, all threads together, in cores. */
  readonly cores: number;
  /** Longest delay of its event loop. */
  readonly loopMs: number;
  /** Of its core meanwhile, whoever had it: processor time of a piece of work, in milliseconds. */
  readonly pieceMs: number;
};

const stepUp = 1.15;
const stepDown = 0.85;
const stepsMax = 10;
/** Batches alone make it two seconds; a tenth too much for twenty seconds adds two more. */
const lagSecondsMax = 3.5;

const tracesPerBody = 64;
const connectionsMax = 400;
const closedConnections = 8;
const graceMs = 120_000;
const readableMsMax = 300_000;
const lookEveryMs = 100;
const mebi = 1024 ** 2;

/** A server in a folder of its own, on cores of its own where there are two and `taskset`. */
export async function inBench(
  options: { build: string; isPinned: boolean; cgroup: string | undefined; say: Bench['say'] },
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  const cores = options.isPinned ? splitCores(availableParallelism()) : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-overload-'));
  try {
    const server = await startTidemark({
      build: options.build,
      folder: join(folder, 'data'),
      organizations: 2,
      nodeOptions: [],
      cores: cores?.server,
      cgroup: options.cgroup,
    });
    const speed = watchSpeed(cores?.server);
    try {
      await use({ server, speed, cores, say: options.say, accepted: [0, 0] });
    } finally {
      speed.stop();
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function splitCores(count: number): Cores | undefined {
  if (count < 2) return undefined;
  const half = Math.ceil(count / 2);
  const range = (from: number, to: number) => (from === to ? `${from}` : `${from}-${to}`);
  return { server: range(0, half - 1), generators: range(half, count - 1) };
}

/**
 * The largest rate, in bodies a second, at which the processor keeps up: first as fast as a few
 * connections get their answers, then around what could be read of that.
 */
export async function searchPeak(
  bench: Bench,
  seconds: number,
): Promise<{ sustainable: number; steps: readonly Phase[] }> {
  await phase(bench, 'warm', [undefined], seconds);
  const closed = await phase(bench, 'closed loop', [undefined], seconds);
  const middle = closed.readablePerSecond / spansPerBody;
  const steps = [closed];
  const isSustainable = async (factor: number): Promise<boolean> => {
    const step = await phase(bench, `step ${factor.toFixed(2)}`, [middle * factor], seconds);
    steps.push(step);
    return keptUp(step);
  };
  // The machine may have had other work during the closed loop, so up goes as far as it goes.
  let best = 1;
  if (await isSustainable(best)) {
    while (steps.length < stepsMax && (await isSustainable(best * stepUp))) best *= stepUp;
  } else {
    do best *= stepDown;
    while (steps.length < stepsMax && !(await isSustainable(best)));
  }
  return { sustainable: middle * best, steps };
}

export const holdAt = (
  bench: Bench,
  name: string,
  rate: number,
  lightShare: number,
  seconds: number,
): Promise<Phase> => phase(bench, name, [rate * (1 - lightShare), rate * lightShare], seconds);

/** Nothing refused, answers in time, and hardly anything left to process at the end. */
function keptUp({ heavy, lagSeconds }: Phase): boolean {
  const isTaken = heavy.accepted >= heavy.offered * 0.999;
  return isTaken && rank(heavy.acceptedMs, 0.99) <= 1000 && lagSeconds < lagSecondsMax;
}

/** Load of one or two organizations at rates of bodies a second, until all that was accepted can be read. */
async function phase(
  bench: Bench,
  name: string,
  rates: readonly (number | undefined)[],
  seconds: number,
): Promise<Phase> {
  const { server, speed, say, accepted } = bench;
  const memory = watchMemory(server.pid);
  const cpuBefore = cpuSeconds(server.pid);
  await loopDelay(server.url);
  await speed.pieceMs();
  const results = await Promise.all(
    rates.map((rate, owner) => generate(bench, owner, rate, seconds)),
  );
  const endedAtMs = performance.now();
  const cpu = cpuSeconds(server.pid) - cpuBefore;
  const { maxMs: loopMs } = await loopDelay(server.url);
  const pieceMs = await speed.pieceMs();
  results.forEach((result, owner) => {
    accepted[owner] = (accepted[owner] ?? 0) + result.accepted;
  });
  await untilReadable(bench);
  const lagSeconds = (performance.now() - endedAtMs) / 1000;
  const [heavy, light] = results as [OpenResult, OpenResult | undefined];
  const sum = (of: (result: OpenResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const found: Phase = {
    name,
    heavy,
    light,
    memory: memory(),
    offeredPerSecond: (sum(({ offered }) => offered) * spansPerBody) / heavy.seconds,
    acceptedPerSecond: (sum(result => result.accepted) * spansPerBody) / heavy.seconds,
    readablePerSecond:
      (sum(result => result.accepted) * spansPerBody) / (heavy.seconds + lagSeconds),
    lagSeconds,
    cores: cpu / heavy.seconds,
    loopMs,
    pieceMs,
  };
  say(lineOf(found));
  return found;
}

const generate = async (
  { server, cores }: Bench,
  owner: number,
  bodiesPerSecond: number | undefined,
  seconds: number,
): Promise<OpenResult> => {
  const plan: OpenPlan = {
    url: server.url,
    key: server.keys[owner] ?? '',
    seconds,
    bodiesPerSecond,
    connectionsMax: bodiesPerSecond === undefined ? closedConnections : connectionsMax,
    seed: owner * 2 ** 31,
  };
  const msMax = seconds * 1000 + graceMs;
  return (await askChild('./open-load.ts', plan, msMax, cores?.generators)) as OpenResult;
};

type Services = { readonly services: readonly { readonly request_count: number }[] };

async function bodiesOf({ url, keys }: BenchServer, owner: number): Promise<number> {
  const { services } = await get<Services>(url, '/v1/services', keys[owner] ?? '');
  return services.reduce((sum, { request_count }) => sum + request_count, 0) / tracesPerBody;
}

/** Exactly what was accepted: not one span more, not one less. */
async function untilReadable({ server, accepted }: Bench): Promise<void> {
  const endsAtMs = performance.now() + readableMsMax;
  for (const [owner, expected] of accepted.entries()) {
    for (;;) {
      const found = await bodiesOf(server, owner);
      if (found === expected) break;
      const sentence = `expected ${expected} bodies of organization ${owner}, found ${found}`;
      if (found > expected || performance.now() > endsAtMs) throw new Error(sentence);
      await pause(lookEveryMs);
    }
  }
}

function lineOf(phase: Phase): string {
  const { name, heavy, memory } = phase;
  const per = (value: number) => Math.round(value).toLocaleString('en-US');
  return (
    `${name}: ${per(phase.offeredPerSecond)} offered/s, ${per(phase.acceptedPerSecond)} accepted/s, ` +
    `${per(phase.readablePerSecond)} readable/s, behind by ${phase.lagSeconds.toFixed(1)} s, ` +
    `p50 ${rank(heavy.acceptedMs, 0.5).toFixed(0)} p99 ${rank(heavy.acceptedMs, 0.99).toFixed(0)} ms, ` +
    `${per(memory.resident / mebi)} MiB (${per(memory.anonymous / mebi)} anonymous), ` +
    `${phase.cores.toFixed(2)} cores, loop ${phase.loopMs.toFixed(0)} ms, a piece of work ${phase.pieceMs.toFixed(2)} ms, generator ${(heavy.cpuSeconds / heavy.seconds).toFixed(2)}, ` +
    `refused ${JSON.stringify(heavy.refused)} errors ${JSON.stringify(heavy.errors)} unsent ${heavy.unsent}`
  );
}
