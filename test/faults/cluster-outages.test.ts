import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RoleName, roleNames } from '../../platform/config/role-names.ts';
import type { Readiness } from '../../schemas/probes/routes.ts';
import { consumers, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { tidemark } from '../support/cli.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { adminToken, type Issued, openClusterAccounts } from '../support/cluster-accounts.ts';
import { checkExpectedState } from '../support/expected-state-check.ts';
import { type OwnServer, type OwnServers, ownServersOrSkip } from '../support/own-servers.ts';
import { type RoleProcess, startRoles } from '../support/role-process.ts';
import { type SteadyLoad, startSteadyLoad } from '../support/steady-load.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** How long a cluster may take to be whole again once its engines are. */
const healedMsMax = 60_000;
const readEveryMs = 20;

const needs: Readonly<Record<RoleName, readonly string[]>> = {
  'ingest-api': ['Kafka', 'KurrentDB', 'S3'],
  'query-api': ['ClickHouse', 'KurrentDB'],
  processor: ['ClickHouse', 'Kafka', 'KurrentDB', 'S3'],
  decider: ['Kafka', 'KurrentDB'],
  evaluator: ['ClickHouse', 'Kafka', 'KurrentDB'],
  monitor: ['ClickHouse', 'Kafka', 'KurrentDB'],
  notifier: ['KurrentDB', 'S3'],
};

const away = [503, '1'] as const;
const there = [200, null] as const;

/** What clients are told while an engine is away. */
const outages = [
  { engine: 'kafka', product: 'Kafka', spans: away, reads: there, command: away, domain: there },
  {
    engine: 'clickhouse',
    product: 'ClickHouse',
    spans: there,
    reads: away,
    command: there,
    domain: away,
  },
  {
    engine: 'kurrentdb',
    product: 'KurrentDB',
    spans: there,
    reads: there,
    command: away,
    domain: away,
  },
  { engine: 's3', product: 'S3', spans: there, reads: there, command: away, domain: there },
] as const;

describe('a cluster whose engines go away', function () {
  this.timeout(180_000);
  let servers: OwnServers;
  let cluster: Cluster;
  let folder: TemporaryFolder;
  let accounts: ReturnType<typeof openClusterAccounts>;
  let issued: Issued;
  const loads: SteadyLoad[] = [];

  before(async function () {
    const own = await ownServersOrSkip(this);
    servers = { ...own, environment: { ...own.environment, TIDEMARK_ADMIN_TOKEN: adminToken } };
    folder = await temporaryFolder();
    cluster = await startCluster(servers);
    accounts = openClusterAccounts(cluster.platform);
  });

  after(async () => {
    await cluster?.close();
    await servers?.close();
    await folder?.remove();
  });

  const readiness = async ({ url }: RoleProcess): Promise<{ status: number; body: Readiness }> => {
    const { status, body } = await accounts.ask(url, '/readyz');
    return { status, body: JSON.parse(body) as Readiness };
  };
  /** Names of the engines that a process says it misses. */
  const missed = async (process: RoleProcess): Promise<string[]> => {
    const { body } = await readiness(process);
    const reasons = Object.values(body.checks).flatMap(({ reason = [] }) => reason);
    const products = outages.map(({ product }) => product);
    return products.filter(product => reasons.some(reason => reason.includes(product))).toSorted();
  };
  const healed = async (processes: readonly RoleProcess[]): Promise<void> => {
    for (const process of processes) {
      let body: Readiness | undefined;
      const isReady = async (): Promise<boolean> => {
        body = (await readiness(process)).body;
        return body.status === 'ready';
      };
      await until(`${process.roles.join()} to be ready`, isReady, healedMsMax).catch(error => {
        throw new Error(`${error.message}: ${JSON.stringify(body)}`);
      });
    }
  };
  /** The sentence of `tidemark status`. */
  const statusOf = async ({ url }: RoleProcess): Promise<string> => {
    const said = await tidemark(['--json', 'status', '--url', url], {
      TIDEMARK_ADMIN_TOKEN: adminToken,
    });
    equal(said.code, 0, said.err);
    const { cause } = said.records[0] as { cause: string | null };
    return cause ?? '';
  };
  const withRole = (role: RoleName): RoleProcess => {
    const found = cluster.processes.find(({ roles }) => roles.includes(role));
    ok(found);
    return found;
  };
  /** A new key as soon as there can be one: whoever decides may still be on the way back. */
  const issue = ({ url }: RoleProcess): Promise<Issued> =>
    until(
      'a key',
      () =>
        accounts.issue(url).catch((error: Error) => {
          match(error.message, /found 503/);
          return undefined;
        }),
      healedMsMax,
    );
  /** Spans of an organization of their own, which show that everything flows. */
  const load = async (): Promise<SteadyLoad> => {
    issued = await issue(withRole('ingest-api'));
    const { key, organization } = issued;
    const run = loads.length + 1;
    const steady = startSteadyLoad({
      url: cluster.url,
      key,
      organization,
      run,
      requestsPerSecond: 8,
    });
    loads.push(steady);
    await steady.flows();
    return steady;
  };
  /** Ends a load and compares everything that was ever sent with what is there. */
  const settled = async (steady: SteadyLoad): Promise<void> => {
    await steady.stop();
    deepEqual(steady.faults, []);
    deepEqual(steady.sent().unknown, []);
    const { topicLog, warehouse } = cluster.platform;
    const isDone = async (): Promise<boolean> => {
      const lags = await topicLog.lag(consumers.spans.group, topics.spans);
      return lags.every(({ committed, end }) => committed >= end);
    };
    await until('no lag', () => isDone().catch(() => false), healedMsMax);
    const dead = await topicLog.lag('test', deadLetterTopic(topics.spans));
    equal(
      dead.reduce((sum, { end }) => sum + end, 0),
      0,
    );
    const answered = loads.flatMap(each => each.sent().answered);
    const truth = await checkExpectedState({ answered, unknown: [] }, (sql, parameters) =>
      warehouse.query<Record<string, string>>(sql, parameters),
    );
    deepEqual(truth.faults, []);
    equal(truth.requests, answered.length);
  };

  it('starts while every engine is away, and each role says which it misses', async () => {
    for (const process of cluster.processes) {
      const [role] = process.roles;
      ok(role);
      deepEqual(await missed(process), needs[role], role);
      equal((await readiness(process)).status, role === 'query-api' ? 503 : 200);
      const sentence = await statusOf(process);
      match(sentence, /^[^\n]+ (?:cannot be used|is degraded): [^\n]+$/);
      ok(
        needs[role].some(product => sentence.includes(product)),
        sentence,
      );
    }
  });

  it('heals by itself when they come, with topics and tables', async () => {
    await Promise.all(
      [servers.s3, servers.kurrentdb, servers.clickhouse, servers.kafka].map(each => each.start()),
    );
    await healed(cluster.processes);
    await settled(await load());
    for (const process of cluster.processes) equal(await statusOf(process), '');
  });

  /** What clients are told of reads of spans, of the domain, and of commands, with when to come back. */
  const told = async () => {
    const { key } = issued;
    const [writer, reader] = [withRole('ingest-api').url, withRole('query-api').url];
    const body = { email: 'late@cluster.test', service_name: 'late' };
    const answers = await Promise.all([
      accounts.ask(reader, '/v1/services', { key }),
      accounts.ask(reader, '/v1/traces', { key }),
      accounts.ask(reader, '/v1/integrate/status', { key }),
      accounts.ask(writer, '/v1/integrate/register', { body }),
    ]);
    return answers.map(({ status, retryAfter }) => [status, retryAfter]);
  };

  for (const { engine, product, ...expected } of outages)
    it(`goes on without ${product} as far as it can, and is whole when it is back`, async () => {
      const server: OwnServer = servers[engine];
      await healed(cluster.processes);
      const steady = await load();
      const { refused } = steady.figures();
      await server.stop();
      let late: RoleProcess | undefined;
      try {
        if (expected.spans === away)
          await until('a refusal', () => steady.figures().refused > refused);
        else await steady.flows();
        deepEqual(await told(), [
          expected.reads,
          expected.reads,
          expected.domain,
          expected.command,
        ]);
        const dataDir = join(folder.path, engine);
        late = await startRoles({ roles: roleNames, dataDir, environment: servers.environment });
        deepEqual(await missed(late), [product]);
        match(await statusOf(late), new RegExp(product));
        for (const process of cluster.processes) {
          const role = process.roles[0] as RoleName;
          const missing = needs[role].filter(each => each === product);
          deepEqual(await missed(process), missing, role);
        }
        await server.start();
        const backAtMs = performance.now();
        await steady.flows();
        await healed([...cluster.processes, late]);
        process.stdout.write(`      whole ${Math.round(performance.now() - backAtMs)} ms later\n`);
        await issue(late);
        await settled(steady);
      } finally {
        await server.start();
        await steady.stop();
        late?.kill('SIGTERM');
        await late?.ended;
      }
    });

  it('loses nothing, doubles nothing and cuts nobody off while every process is replaced', async () => {
    const steady = await load();
    const reading = startReading();
    for (const old of [...cluster.processes]) {
      await cluster.add(old.roles);
      // The front door hears of it last.
      old.kill('SIGTERM');
      equal(await old.ended, 0);
      await cluster.remove(old, 'SIGTERM');
      await steady.flows();
    }
    const statuses = await reading.stop();
    const { answered: taken, refused } = steady.figures();
    process.stdout.write(
      `      ${taken} requests taken, ${refused} refused for now, reads ${JSON.stringify(statuses)}\n`,
    );
    deepEqual(
      Object.keys(statuses).filter(told => told !== '200' && told !== '503, 1'),
      [],
    );
    await settled(steady);
  });

  /** Reads on and on, and counts what it is told. */
  const startReading = () => {
    const told: Record<string, number> = {};
    const state = { isStopping: false };
    const read = async (): Promise<void> => {
      while (!state.isStopping) {
        const { status, retryAfter } = await accounts.ask(cluster.url, '/v1/services', issued);
        const name = retryAfter === null ? `${status}` : `${status}, ${retryAfter}`;
        told[name] = (told[name] ?? 0) + 1;
        await pause(readEveryMs);
      }
    };
    const reading = Promise.all([read(), read()]);
    return {
      stop: async () => {
        state.isStopping = true;
        await reading;
        return told;
      },
    };
  };
});
