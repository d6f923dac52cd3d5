import { parseArgs } from 'node:util';
import { startCluster } from '../support/cluster.ts';
import { openClusterAccounts } from '../support/cluster-accounts.ts';
import { openOwnServers } from '../support/own-servers.ts';
import { keyLayout, keySettings, openRevocation } from '../support/revocation.ts';
import { rank } from './queries.ts';

// How long processes go on taking a key that another has revoked.
const { values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '50' } },
});
const refusedMsMax = 1_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const servers = await openOwnServers();
if (servers === undefined) say('skipped: no java, mvn or jars for Kafka and S3');
else {
  try {
    const { kafka, clickhouse, kurrentdb, s3 } = servers;
    await Promise.all([kafka, clickhouse, kurrentdb, s3].map(each => each.start()));
    const environment = { ...servers.environment, ...keySettings };
    const cluster = await startCluster({ environment }, keyLayout);
    try {
      const accounts = openClusterAccounts(cluster.platform);
      const { round } = openRevocation(cluster, accounts);
      const took: number[] = [];
      while (took.length < 3 * Number(values.rounds)) took.push(...(await round(accounts.revoke)));
      took.sort((left, right) => left - right);
      const [p50, p99, longest] = [rank(took, 0.5), rank(took, 0.99), rank(took, 1)];
      say(
        `${took.length} times a process heard of a key that another revoked: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at the latest ${longest.toFixed(0)} ms`,
      );
      if (longest >= refusedMsMax) {
        say(`✘ expected less than ${refusedMsMax} ms`);
        process.exitCode = 1;
      }
    } finally {
      await cluster.close();
    }
  } finally {
    await servers.close();
  }
}
