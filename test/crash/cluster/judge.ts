import { join } from 'node:path';
import { openLog } from '../../../platform/log.ts';
import { openKafkaTopicLog } from '../../../platform/topic-log/kafka.ts';
import { openHttpWarehouse } from '../../../platform/warehouse/http.ts';
import { checkExpectedState, type Found } from '../../support/expected-state-check.ts';
import type { Ask } from '../../support/expected-state-queries.ts';
import type { Bench } from '../bench.ts';
import { keyFaults, mailFaults } from '../checks.ts';
import { caughtUp } from '../child.ts';
import { deltaFaults } from '../deltas.ts';
import { replayAll } from '../projections.ts';
import { signalFaults } from '../trace-arrivals.ts';
import type { Fleet } from './fleet.ts';
import type { CrashServers } from './servers.ts';

export type ClusterVerdict = Found & { readonly caughtUpMs: number };

type Judged = {
  readonly bench: Pick<Bench, 'oracle' | 'load' | 'accounts'>;
  readonly fleet: Fleet;
  readonly servers: CrashServers;
  readonly url: string;
};

const askMsMax = 60_000;
/** What waited while processors slept and the warehouse was away takes its time. */
const catchUpMsMax = 300_000;

/** Everything is healed and comes to rest, and is compared with what was sent. */
export async function judgeCluster(judged: Judged): Promise<ClusterVerdict> {
  const { bench, fleet, servers, url } = judged;
  const beganMs = performance.now();
  await bench.load.sendAgain(url);
  const names = await Promise.all(
    fleet.slots.map(({ adminSocket }) => caughtUp(adminSocket, catchUpMsMax)),
  );
  const caughtUpMs = performance.now() - beganMs;
  const socketOf = (role: string): string =>
    fleet.slots.find(slot => slot.role === role)?.adminSocket ?? '';
  const faults = [
    ...(await keyFaults(url, socketOf('ingest-api'), bench.accounts)),
    ...(await replayAll(socketOf('query-api'), names[0] ?? [])),
    ...(await fleet.stop()),
  ];
  for (const { dataDir } of fleet.slots.filter(({ role }) => role === 'notifier'))
    faults.push(...(await mailFaults(join(dataDir, 'outbox'))));
  const found = await compare(bench, servers);
  return { ...found, caughtUpMs, faults: [...faults, ...found.faults] };
}

async function compare(
  { oracle }: Pick<Bench, 'oracle'>,
  { warehouse: options, brokers }: CrashServers,
): Promise<Found> {
  const warehouse = await openHttpWarehouse(options);
  const topicLog = await openKafkaTopicLog({
    brokers,
    log: openLog({ level: 'warn', pretty: false }),
  });
  const ask: Ask = (sql, parameters) =>
    warehouse.query<Record<string, string>>(sql, parameters, { maxExecutionMs: askMsMax });
  try {
    const { answered, unknown } = oracle.sent();
    const truth = await checkExpectedState({ answered, unknown }, ask);
    const organizations = [...new Set([...answered, ...unknown].map(sent => sent.organization))];
    const deltas = await deltaFaults(topicLog, organizations, ask);
    const signals = await signalFaults(topicLog, organizations, ask);
    return { ...truth, faults: [...truth.faults, ...deltas, ...signals] };
  } finally {
    await topicLog.close();
    await warehouse.close();
  }
}
