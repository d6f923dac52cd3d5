import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { consumers, topics } from '../../schemas/topics.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { openClusterAccounts } from '../support/cluster-accounts.ts';
import { freePorts } from '../support/free-ports.ts';
import { openOwnServers } from '../support/own-servers.ts';
import { startSteadyLoad } from '../support/steady-load.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { collectorBinary } from './build.ts';
import { startCollector } from './collector.ts';

// A real OpenTelemetry Collector with its queue in files, and a broker that is away for minutes:
// every span that the collector took must be there afterwards, once.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    'spans-per-second': { type: 'string', default: '200' },
  },
});
const awayMs = Number(values.minutes) * 60_000;
const spansPerSecond = Number(values['spans-per-second']);
const spans = 10;
const besideMs = 5_000;
const settledMsMax = 5 * 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const collector = await collectorBinary();
const servers = 'path' in collector ? await openOwnServers() : undefined;
if ('missing' in collector) say(`skipped: no collector, since ${collector.missing}`);
else if (servers === undefined) say('skipped: no java, mvn or jars for Kafka and S3');
else {
  const folder = await temporaryFolder();
  await Promise.all(
    [servers.kafka, servers.clickhouse, servers.kurrentdb, servers.s3].map(each => each.start()),
  );
  const cluster = await startCluster(servers);
  try {
    process.exitCode = (await run(cluster, collector.path, folder.path)) ? 0 : 1;
  } finally {
    await cluster.close();
    await servers.close();
    await folder.remove();
  }
}

async function run(cluster: Cluster, binary: string, folder: string): Promise<boolean> {
  const [writer] = cluster.processes.filter(({ roles }) => roles.includes('ingest-api'));
  const { key, organization } = await openClusterAccounts(cluster.platform).issue(
    writer?.url ?? '',
  );
  const [port = 0] = await freePorts(1);
  const relay = await startCollector({ binary, folder, port, endpoint: cluster.url, key });
  const load = startSteadyLoad({
    url: relay.url,
    key,
    organization,
    run: 1,
    spans,
    requestsPerSecond: spansPerSecond / spans,
  });
  await pause(besideMs);
  await servers?.kafka.stop();
  say(`the broker is away, ${load.figures().answered * spans} spans taken by the collector`);
  await pause(awayMs);
  await servers?.kafka.start();
  say(`the broker is back, ${load.figures().answered * spans} spans taken by the collector`);
  await pause(besideMs);
  await load.stop();
  const expected = load.figures().answered * spans;
  const found = await until(
    'every span to be there',
    async () => {
      const rows = await counted(cluster, organization);
      return rows.ids >= expected && (await hasNoLag(cluster)) && rows;
    },
    settledMsMax,
  ).catch(() => counted(cluster, organization));
  await relay.stop();
  const last = await counted(cluster, organization);
  say(
    `${expected} spans taken, ${Math.max(0, expected - found.ids)} lost, ${last.rows - last.ids} doubled, ${load.faults.length} faults of the collector`,
  );
  return last.ids === expected && last.rows === last.ids && load.faults.length === 0;
}

async function counted(
  { platform }: Cluster,
  organization: string,
): Promise<{ readonly rows: number; readonly ids: number }> {
  const [found] = await platform.warehouse.query<{ rows: string; ids: string }>(
    `SELECT toString(count()) AS rows, toString(uniqExact(trace_id, span_id)) AS ids
     FROM spans WHERE organization = {organization:UUID}`,
    { organization },
  );
  return { rows: Number(found?.rows ?? 0), ids: Number(found?.ids ?? 0) };
}

async function hasNoLag({ platform }: Cluster): Promise<boolean> {
  const lags = await platform.topicLog.lag(consumers.spans.group, topics.spans);
  return lags.every(({ committed, end }) => committed >= end);
}
