import { startCluster } from '../../support/cluster.ts';
import { openClusterAccounts } from '../../support/cluster-accounts.ts';
import type { OwnServers } from '../../support/own-servers.ts';
import { cpuSeconds, runLoad } from '../process.ts';
import { rank } from '../queries.ts';
import { waitUntilReadable } from '../rounds.ts';

export type PipelineFigures = {
  readonly acceptedPerSecond: number;
  /** From the first POST until the last span could be read. */
  readonly readablePerSecond: number;
  readonly lagSeconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of each process, a span. */
  readonly cpuMicros: Readonly<Record<string, number>>;
};

const [organizations, services] = [3, 4];

/** One process of each role, the servers and the senders, all on this machine. */
export async function measurePipeline(
  { environment }: Pick<OwnServers, 'environment'>,
  { seconds, senders }: { readonly seconds: number; readonly senders: number },
): Promise<PipelineFigures> {
  const cluster = await startCluster({
    environment: { KAFKA_COMPRESSION: 'none', ...environment },
  });
  try {
    const [writer] = cluster.processes.filter(({ roles }) => roles.includes('ingest-api'));
    const accounts = openClusterAccounts(cluster.platform, 1);
    const url = writer?.url ?? '';
    const keys: string[] = [];
    for (let index = 0; index < organizations; index++) keys.push((await accounts.issue(url)).key);
    const before = cluster.processes.map(({ pid }) => cpuSeconds(pid));
    const load = await runLoad({ url, keys, services, senders, seconds, seed: '1' });
    const loadedAtMs = performance.now();
    await waitUntilReadable({ url: cluster.url, keys }, load);
    const lagSeconds = (performance.now() - loadedAtMs) / 1000;
    const used = cluster.processes.map(({ pid, roles }, index): [string, number] => [
      roles.join(' '),
      ((cpuSeconds(pid) - (before[index] ?? 0)) * 1e6) / load.spans,
    ]);
    return {
      acceptedPerSecond: load.spans / load.seconds,
      lagSeconds,
      readablePerSecond: load.spans / (load.seconds + lagSeconds),
      p50Ms: rank(load.latenciesMs, 0.5),
      p99Ms: rank(load.latenciesMs, 0.99),
      cpuMicros: { ...Object.fromEntries(used), senders: (load.cpuSeconds * 1e6) / load.spans },
    };
  } finally {
    await cluster.close();
  }
}
