import { equal, ok } from 'node:assert/strict';
import type { RoleName } from '../../platform/config/role-names.ts';
import type { Cluster } from './cluster.ts';
import { adminToken, type Issued, type openClusterAccounts } from './cluster-accounts.ts';

type Role = 'ingest-api' | 'query-api';

/** Two of each role that looks at keys, and one of what they need. */
export const keyLayout: readonly (readonly RoleName[])[] = [
  ['ingest-api'],
  ['ingest-api'],
  ['query-api'],
  ['query-api'],
  ['decider', 'notifier', 'processor'],
];

/** Operators may revoke, and each request may name an address of its own. */
export const keySettings = {
  TIDEMARK_ADMIN_TOKEN: adminToken,
  TIDEMARK_TRUSTED_PROXIES: '127.0.0.1',
} as const;

/** Keys of a cluster of that layout, and who takes them. */
export function openRevocation(
  cluster: Pick<Cluster, 'processes'>,
  accounts: ReturnType<typeof openClusterAccounts>,
) {
  const urls = (role: Role, ...without: readonly string[]): string[] =>
    cluster.processes
      .filter(({ roles, url }) => roles.includes(role) && !without.includes(url))
      .map(({ url }) => url);
  const [first, second] = [() => urls('ingest-api')[0] ?? '', () => urls('ingest-api')[1] ?? ''];

  /** As a client of the process would: a process that reads is asked for a status, others take spans. */
  const uses = (url: string, { key }: Pick<Issued, 'key'>): Promise<number> => {
    const reads = urls('query-api').includes(url);
    const asked = reads
      ? accounts.ask(url, '/v1/integrate/status', { key })
      : accounts.ask(url, '/v1/traces', { key, body: {} });
    return asked.then(({ status }) => status);
  };

  /** Asks on and on until refused, and tells when; an accepted request after that is a failure. */
  const refusedAt = async (url: string, issued: Issued): Promise<number> => {
    let refusedAtMs: number | undefined;
    for (let after = 0; after < 20; ) {
      const askedAtMs = performance.now();
      const status = await uses(url, issued);
      if (refusedAtMs !== undefined) after++;
      ok(status === 401 || (status === 200 && refusedAtMs === undefined), `found ${status}`);
      if (status === 401) refusedAtMs ??= askedAtMs;
    }
    return refusedAtMs ?? Number.NaN;
  };

  return {
    urls,
    first,
    second,
    uses,
    /** Revokes a new key through one process; gives how long each other went on taking it, in ms. */
    round: async (revoke: (url: string, id: string) => Promise<unknown>): Promise<number[]> => {
      const issued = await accounts.issue(first());
      const id = await accounts.idOf(second(), issued);
      const others = [...urls('ingest-api', first()), ...urls('query-api')];
      for (const url of others) equal(await uses(url, issued), 200);
      const watched = others.map(url => refusedAt(url, issued));
      await revoke(first(), id);
      const revokedAtMs = performance.now();
      equal(await uses(first(), issued), 401);
      return (await Promise.all(watched)).map(atMs => atMs - revokedAtMs);
    },
  };
}
