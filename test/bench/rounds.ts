import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OtlpFormat } from '../../schemas/topics.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { cpuSeconds, type Memory, runLoad, type Server, watchMemory } from './process.ts';
import { measureQueries, type QueryFigures, rank } from './queries.ts';
import { startRotel } from './rotel.ts';
import { watchIdle } from './stolen.ts';
import { type StoredBytes, settle, storedBytes } from './stored.ts';
import { type ThreadTimes, watchThreads } from './threads.ts';
import { type BenchServer, get, loopDelay, startTidemark } from './tidemark.ts';

export type Options = {
  readonly seconds: number;
  readonly senders: number;
  readonly organizations: number;
  readonly services: number;
  readonly seed: string;
  readonly format: OtlpFormat;
  readonly nodeOptions: readonly string[];
} & Pick<LoadPlan, 'bodySpans' | 'spansPerSecond' | 'path' | 'protocol'>;

/** One subject under one interval of load. */
export type Round = {
  readonly spans: number;
  readonly acceptedPerSecond: number;
  /** Of the answers to POST. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of all its threads, a span; of the senders beside it, a span. */
  readonly cpuMicros: number;
  readonly senderMicros: number;
  readonly memory: Memory;
  readonly bodyBytes: number;
  /** Of all bodies, those that were told to come back. */
  readonly turnedAwayShare: number;
};

/** One that stores what it takes. */
export type ReadableRound = Round & {
  /** From the first POST until the last span could be read. */
  readonly readablePerSecond: number;
  readonly lagSeconds: number;
  /** Processor time of `cpuMicros`, by the name of the thread. */
  readonly threadMicros: ThreadTimes;
  /** Of the machine's processors while bodies were sent, 0 to 1. */
  readonly idleShare: number;
};

export type StoringRound = ReadableRound & {
  /** Of the event loop, until then. */
  readonly loop: { readonly p99Ms: number; readonly maxMs: number };
  readonly stored: StoredBytes;
  readonly queries: readonly QueryFigures[];
};

const readableMsMax = 600_000;
const lookEveryMs = 50;

/** Load on a Tidemark that was built, in a fresh folder, until everything can be read. */
export async function tidemarkRound(
  build: string,
  options: Options,
  queryCalls: number,
): Promise<StoringRound> {
  return inFolder(async parent => {
    const folder = join(parent, 'data');
    const server = await startTidemark({ build, folder, ...options });
    try {
      await loopDelay(server.url);
      const loaded = await loadUntilReadable(server, options, load =>
        waitUntilReadable(server, load),
      );
      const loop = await loopDelay(server.url);
      await settle(join(folder, 'warehouse'));
      const { url, keys } = server;
      const queries =
        queryCalls > 0 ? await measureQueries(url, keys, options.services, queryCalls) : [];
      await server.stop();
      return { ...loaded, loop, queries, stored: await storedBytes(folder, loaded.spans) };
    } finally {
      await server.stop();
    }
  });
}

/** Load on a server, until it answers with all of it; `readable` waits for that, and throws for a span too many. */
export async function loadUntilReadable(
  server: Server & { readonly keys: readonly string[] },
  options: Options,
  readable: (load: LoadResult) => Promise<void>,
): Promise<ReadableRound> {
  const memory = watchMemory(server.pid);
  const cpuBefore = cpuSeconds(server.pid);
  const threads = watchThreads(server.pid);
  const idle = await watchIdle();
  const load = await runLoad(planOf(server, options));
  const idleShare = await idle();
  const loadedAtMs = performance.now();
  await readable(load);
  // The senders tell how long they sent; starting and ending their process is not the server's time.
  const lagSeconds = (performance.now() - loadedAtMs) / 1000;
  return {
    ...roundOf(load, memory(), cpuSeconds(server.pid) - cpuBefore),
    readablePerSecond: load.spans / (load.seconds + lagSeconds),
    lagSeconds,
    threadMicros: threads(load.spans),
    idleShare,
  };
}

export async function rotelRound(options: Options): Promise<Round> {
  return inFolder(async folder => {
    const server = await startRotel(folder);
    try {
      const memory = watchMemory(server.pid);
      const cpuBefore = cpuSeconds(server.pid);
      const keys = Array.from({ length: options.organizations }, () => 'none');
      const load = await runLoad(planOf({ ...server, keys }, options));
      return roundOf(load, memory(), cpuSeconds(server.pid) - cpuBefore);
    } finally {
      await server.stop();
    }
  });
}

const planOf = (
  { url, grpcUrl, keys }: Server & Partial<BenchServer> & { readonly keys: readonly string[] },
  { nodeOptions: _node, organizations: _keys, ...plan }: Options,
): LoadPlan => ({ ...plan, url: plan.protocol === 'grpc' ? (grpcUrl ?? url) : url, keys });

function roundOf(load: LoadResult, memory: Memory, cpu: number): Round {
  return {
    spans: load.spans,
    acceptedPerSecond: load.spans / load.seconds,
    p50Ms: rank(load.latenciesMs, 0.5),
    p99Ms: rank(load.latenciesMs, 0.99),
    cpuMicros: (cpu * 1e6) / load.spans,
    senderMicros: (load.cpuSeconds * 1e6) / load.spans,
    memory,
    bodyBytes: load.bodyBytes / load.spans,
    turnedAwayShare: load.turnedAway / (load.turnedAway + load.latenciesMs.length),
  };
}

type ServiceList = {
  readonly services: readonly { readonly name: string; readonly request_count: number }[];
};

/** Until every request of every service is counted, not one more and not one less. */
export async function waitUntilReadable(
  server: Pick<BenchServer, 'url' | 'keys'>,
  load: Pick<LoadResult, 'entries'>,
): Promise<void> {
  const endsAtMs = performance.now() + readableMsMax;
  for (const [owner, expected] of load.entries.entries()) {
    for (;;) {
      const missing = await missingOf(
        `${server.url}/v1/services`,
        server.keys[owner] ?? '',
        expected,
      );
      if (missing === undefined) break;
      if (performance.now() > endsAtMs) throw new Error(`expected ${missing}`);
      await pause(lookEveryMs);
    }
  }
}

async function missingOf(
  url: string,
  key: string,
  expected: Readonly<Record<string, number>>,
): Promise<string | undefined> {
  const { services } = await get<ServiceList>(url, '', key);
  const counts = new Map(services.map(({ name, request_count }) => [name, request_count]));
  for (const [service, count] of Object.entries(expected)) {
    const found = counts.get(service) ?? 0;
    const sentence = `${count} requests of ${service}, found ${found}`;
    if (found > count) throw new Error(`expected ${sentence}`);
    if (found < count) return sentence;
  }
  return undefined;
}

export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
