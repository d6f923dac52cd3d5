import { deepEqual, equal, ok } from 'node:assert/strict';
import { seededRandom, wholeBelow } from '../../services/cli/demo/random.ts';
import { tidemark } from '../support/cli.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { adminToken, type Issued, openClusterAccounts } from '../support/cluster-accounts.ts';
import { partOf } from '../support/property.ts';
import { keyLayout, keySettings, openRevocation } from '../support/revocation.ts';
import type { RoleProcess } from '../support/role-process.ts';
import { startRoles } from '../support/role-process.ts';
import { type Servers, serversOrSkip } from '../support/servers.ts';
import { type StallingProxy, startStallingProxy } from '../support/stalling-proxy.ts';
import { until } from '../support/until.ts';

const pairs = partOf(1_000, 5);
/** Accounts that make their way at the same time. */
const atOnce = 12;

describe('keys and reads across processes', function () {
  this.timeout(120_000);
  const seed = Date.now() % 2 ** 31;
  let settings: Servers;
  let cluster: Cluster;
  let accounts: ReturnType<typeof openClusterAccounts>;
  let keys: ReturnType<typeof openRevocation>;

  before(async function () {
    const { environment } = await serversOrSkip(this);
    settings = { environment: { ...environment, ...keySettings } };
    cluster = await startCluster(settings, keyLayout);
    accounts = openClusterAccounts(cluster.platform);
    keys = openRevocation(cluster, accounts);
  });

  after(() => cluster?.close());

  it('refuses in every process a key that was revoked in one, and never takes it again', async () => {
    const took: number[] = [];
    const byCommand = async (url: string, id: string): Promise<void> => {
      const revoke = ['keys', 'revoke', id, '--url', url];
      const { code, err } = await tidemark(revoke, { TIDEMARK_ADMIN_TOKEN: adminToken });
      equal(code, 0, err);
    };
    for (const revoke of [accounts.revoke, byCommand, accounts.revoke, byCommand])
      took.push(...(await keys.round(revoke)));
    // `npm run bench -- revocation` says how long that may take on a machine with nothing else to do.
    process.stdout.write(`      refused at the latest after ${Math.max(...took).toFixed(1)} ms\n`);
  });

  it('takes in every process at once a key that one has given', async () => {
    for (let round = 0; round < 10; round++) {
      const issued = await accounts.issue([keys.first(), keys.second()][round % 2] ?? '');
      const others = [...keys.urls('ingest-api'), ...keys.urls('query-api')];
      deepEqual(
        await Promise.all(others.map(url => keys.uses(url, issued))),
        others.map(() => 200),
      );
    }
  });

  it('refuses at once a key that was revoked while the process did not run', async () => {
    const roles = ['query-api', 'ingest-api'] as const;
    const sleeper = await cluster.add(roles);
    const issued = await accounts.issue(keys.first());
    equal(
      (await accounts.ask(sleeper.url, '/v1/traces', { key: issued.key, body: {} })).status,
      200,
    );
    await cluster.remove(sleeper, 'SIGKILL');
    await accounts.revoke(keys.first(), await accounts.idOf(keys.first(), issued));
    const woken = await startRoles({ ...sleeper, environment: settings.environment });
    try {
      const asked = accounts.ask(woken.url, '/v1/traces', { key: issued.key, body: {} });
      equal((await asked).status, 401);
    } finally {
      woken.kill('SIGTERM');
      await woken.ended;
    }
  });

  it('reads through any process what was acknowledged by any other', async () => {
    process.stdout.write(`      seed ${seed}\n`);
    const random = seededRandom(seed);
    const anyOf = (all: readonly string[]): string => all[wholeBelow(all.length, random)] ?? '';
    let read = 0;
    const writers = new Set<string>();
    const seen = (writer: string, reader: string, is: boolean, what: string): void => {
      ok(is, `${what}: written through ${writer}, not seen through ${reader}`);
      writers.add(`${writer} ${reader}`);
      read++;
    };
    /** Three writes, of each of which other processes must know at once. */
    const account = async (): Promise<void> => {
      const registrar = anyOf(keys.urls('ingest-api'));
      const registered = await accounts.register(registrar);
      const verifier = anyOf(keys.urls('ingest-api', registrar));
      const issued = await accounts.verify(verifier, registered);
      seen(registrar, verifier, issued.service === registered.service, 'a registration');
      const reader = anyOf(keys.urls('query-api'));
      const status = await accounts.ask(reader, '/v1/integrate/status', issued);
      const isActive = status.status === 200 && JSON.parse(status.body).status === 'active';
      seen(verifier, reader, isActive, `an integration, ${status.status} ${status.body}`);
      const lister = anyOf(keys.urls('ingest-api', verifier));
      const id = await accounts.idOf(lister, issued);
      seen(verifier, lister, id !== '', 'a key');
      const taker = anyOf(keys.urls('ingest-api', verifier));
      const taken = await accounts.ask(taker, '/v1/traces', { key: issued.key, body: {} });
      seen(verifier, taker, taken.status === 200, `a key, ${taken.status}`);
      await accounts.revoke(lister, id);
      const refuser = anyOf(keys.urls('query-api'));
      const refused = await accounts.ask(refuser, '/v1/integrate/status', issued);
      seen(lister, refuser, refused.status === 401, `a revocation, ${refused.status}`);
      const teller = anyOf(keys.urls('ingest-api', lister));
      const told = (await accounts.keys(teller)).find(key => key.id === id);
      seen(lister, teller, typeof told?.revoked_at === 'string', 'a revocation');
    };
    const beganMs = performance.now();
    const work = async (): Promise<void> => {
      while (read < pairs) await account();
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const tookMs = performance.now() - beganMs;
    process.stdout.write(`      ${read} pairs in ${Math.round(tookMs)} ms\n`);
    equal(writers.size, 6);
  });

  describe('with a process that was stopped', () => {
    it('answers nothing of the domain from before', async () => {
      const [reader] = cluster.processes.filter(({ roles }) => roles.includes('query-api'));
      ok(reader);
      const gone = await accounts.issue(keys.first());
      equal(await keys.uses(reader.url, gone), 200);
      reader.kill('SIGSTOP');
      const asked: Promise<number>[] = [];
      let given: Issued | undefined;
      try {
        await accounts.revoke(keys.first(), await accounts.idOf(keys.second(), gone));
        given = await accounts.issue(keys.second());
        asked.push(
          keys.uses(reader.url, gone),
          keys.uses(reader.url, given),
          keys.uses(reader.url, gone),
        );
      } finally {
        reader.kill('SIGCONT');
      }
      deepEqual(await Promise.all(asked), [401, 200, 401]);
    });
  });

  describe('with a process that does not hear the event store', () => {
    let proxy: StallingProxy;
    let deaf: RoleProcess;

    before(async () => {
      const port = Number(/:(\d+)\?/.exec(settings.environment.KURRENTDB_URL ?? '')?.[1]);
      proxy = await startStallingProxy(port);
      const url = `kurrentdb://127.0.0.1:${proxy.port}?tls=false`;
      deaf = await cluster.add(['query-api', 'ingest-api'], { KURRENTDB_URL: url });
    });
    after(async () => {
      proxy?.resume();
      if (deaf !== undefined) await cluster.remove(deaf, 'SIGTERM');
      await proxy?.stop();
    });

    it('answers nothing of the domain from before, and takes telemetry on keys that it knows', async () => {
      const send = (key: string) => accounts.ask(deaf.url, '/v1/traces', { key, body: {} });
      const gone = await accounts.issue(keys.first());
      equal((await send(gone.key)).status, 200);
      proxy.stall();
      await accounts.revoke(keys.first(), await accounts.idOf(keys.second(), gone));
      const given = await accounts.issue(keys.second());
      const answers = await Promise.all([
        accounts.ask(deaf.url, '/v1/integrate/status', gone),
        accounts.ask(deaf.url, '/v1/integrate/status', given),
        accounts.ask(deaf.url, '/admin/keys', { token: adminToken }),
        send(given.key),
      ]);
      deepEqual(
        answers.map(({ status, retryAfter }) => [status, retryAfter]),
        answers.map(() => [503, '1']),
      );
      equal((await send(gone.key)).status, 200);
      proxy.resume();
      await until('the key to be refused', async () => (await send(gone.key)).status === 401);
      equal((await send(given.key)).status, 200);
      equal((await accounts.ask(deaf.url, '/v1/integrate/status', given)).status, 200);
    });
  });
});
