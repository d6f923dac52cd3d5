import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { consumers, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { adminToken, openClusterAccounts } from '../support/cluster-accounts.ts';
import { checkExpectedState } from '../support/expected-state-check.ts';
import { openOwnServers } from '../support/own-servers.ts';
import { startSteadyLoad } from '../support/steady-load.ts';
import { until } from '../support/until.ts';

// The warehouse is away for minutes under load: what was accepted meanwhile must all be there
// afterwards, once, and figures must be exact.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    'spans-per-second': { type: 'string', default: '500' },
  },
});
const awayMs = Number(values.minutes) * 60_000;
const spansPerSecond = Number(values['spans-per-second']);
const spans = 20;
/** Before and after the time without a warehouse. */
const besideMs = 5_000;
const caughtUpMsMax = 10 * 60_000;
const tellEveryMs = 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const servers = await openOwnServers();
if (servers === undefined) {
  say('skipped: no java, mvn or jars for Kafka and S3');
} else {
  await Promise.all(
    [servers.kafka, servers.clickhouse, servers.kurrentdb, servers.s3].map(each => each.start()),
  );
  const environment = { ...servers.environment, TIDEMARK_ADMIN_TOKEN: adminToken };
  const cluster = await startCluster({ environment });
  try {
    process.exitCode = (await run(cluster)) ? 0 : 1;
  } finally {
    await cluster.close();
    await servers.close();
  }
}

async function run(running: Cluster): Promise<boolean> {
  const [writer] = running.processes.filter(({ roles }) => roles.includes('ingest-api'));
  const accounts = openClusterAccounts(running.platform);
  const { key, organization } = await accounts.issue(writer?.url ?? '');
  const load = startSteadyLoad({
    url: running.url,
    key,
    organization,
    run: 1,
    spans,
    requestsPerSecond: spansPerSecond / spans,
  });
  await pause(besideMs);
  await servers?.clickhouse.stop();
  const awayAtMs = performance.now();
  while (performance.now() - awayAtMs < awayMs) {
    await pause(Math.min(tellEveryMs, awayMs - (performance.now() - awayAtMs)));
    const behind = await lagOf(running);
    say(`away for ${seconds(awayAtMs)} s: ${figures(load.figures())}, ${behind} records behind`);
  }
  await servers?.clickhouse.start();
  const backAtMs = performance.now();
  await until('no lag', async () => (await lagOf(running)) < 20, caughtUpMsMax);
  say(`caught up ${seconds(backAtMs)} s after it came back`);
  await pause(besideMs);
  await load.stop();
  await until('no lag', async () => (await lagOf(running)) === 0, caughtUpMsMax);
  return judge(running, load);
}

async function judge(
  { platform }: Cluster,
  load: ReturnType<typeof startSteadyLoad>,
): Promise<boolean> {
  const found = await checkExpectedState(load.sent(), (sql, parameters) =>
    platform.warehouse.query<Record<string, string>>(sql, parameters),
  );
  const dead = await platform.topicLog.lag('test', deadLetterTopic(topics.spans));
  const buried = dead.reduce((sum, { end }) => sum + end, 0);
  const faults = [...load.faults, ...found.faults];
  for (const fault of faults.slice(0, 20)) say(`✘ ${fault}`);
  say(
    `${found.spans} spans of ${found.requests} requests compared, ${load.figures().refused} answers 503, ${buried} dead letters, ${faults.length} faults`,
  );
  return faults.length === 0 && buried === 0 && load.sent().unknown.length === 0;
}

async function lagOf({ platform }: Cluster): Promise<number> {
  const lags = await platform.topicLog.lag(consumers.spans.group, topics.spans);
  return lags.reduce((sum, { committed, end }) => sum + Math.max(0, end - committed), 0);
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1);
}

function figures({ answered, refused }: { answered: number; refused: number }): string {
  return `${answered * spans} spans accepted, ${refused} answers 503`;
}
