import type { Context } from 'mocha';
import { atEnd } from './at-end.ts';
import { type Cluster, startCluster, type WholeTidemark } from './cluster.ts';
import { adminToken } from './cluster-accounts.ts';
import { serversOrSkip } from './servers.ts';

type Environment = Readonly<Record<string, string>>;

/** Receivers of tests are on this machine. Suites with the same settings share a cluster. */
export const commonSettings = {
  TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8',
  TIDEMARK_ADMIN_TOKEN: adminToken,
} as const;

let current: { readonly settings: string; readonly cluster: Promise<Cluster> } | undefined;

/**
 * The cluster of this mocha process: six processes take long to start, so a suite goes on with those of the
 * one before if it wants the same settings. Only one is there at a time, for their servers are the same.
 */
export async function sharedCluster(
  context: Context,
  more: Environment = {},
): Promise<WholeTidemark> {
  const servers = await serversOrSkip(context);
  const environment = { ...commonSettings, ...more };
  const settings = JSON.stringify(environment);
  if (current === undefined) atEnd(closeCurrent);
  if (current?.settings !== settings) {
    await closeCurrent();
    const cluster = startCluster({ environment: { ...servers.environment, ...environment } });
    current = { settings, cluster };
  }
  return { ...(await current.cluster), close: async () => undefined };
}

async function closeCurrent(): Promise<void> {
  const cluster = await current?.cluster.catch(() => undefined);
  await cluster?.close();
}
