import { openKurrentEventStore } from '../../../platform/event-store/kurrentdb.ts';
import { openLog } from '../../../platform/log.ts';
import { openKafkaTopicLog } from '../../../platform/topic-log/kafka.ts';
import { openHttpWarehouse } from '../../../platform/warehouse/http.ts';
import { checkExpectedState, type Found } from '../../support/expected-state-check.ts';
import type { Ask } from '../../support/expected-state-queries.ts';
import { type AlertVerdict, alertsAreQuiet, judgeAlerts } from '../alerts/judge.ts';
import { noticeFaults, noticesAreSent } from '../alerts/notices.ts';
import { type Outage, outagesIn } from '../alerts/outages.ts';
import { proofFaults } from '../alerts/proofs.ts';
import type { Bench } from '../bench.ts';
import { allCaughtUp, type CatchUp } from '../caught-up.ts';
import { keyFaults } from '../checks.ts';
import type { Failures } from '../deliveries/failures.ts';
import type { openHooks } from '../deliveries/hooks.ts';
import { deliveryFaults } from '../deliveries/judge.ts';
import { deltaFaults } from '../deltas.ts';
import { replayAll } from '../projections.ts';
import { signalFaults } from '../trace-arrivals.ts';
import type { Fleet } from './fleet.ts';
import type { CrashServers } from './servers.ts';

export type ClusterVerdict = Found & { readonly caughtUpMs: number; readonly alerts: AlertVerdict };

type ClusterBench = Pick<Bench, 'oracle' | 'load' | 'accounts' | 'breaches' | 'postOffice'> & {
  readonly failures: Failures;
  readonly hooks: Awaited<ReturnType<typeof openHooks>>;
};

type Judged = {
  readonly bench: ClusterBench;
  readonly fleet: Fleet;
  readonly servers: CrashServers;
  readonly url: string;
};

const askMsMax = 60_000;
const finishMsMax = 60_000;
const settleMsMax = 120_000;
/** What waited while processors slept and the warehouse was away takes its time; members of groups that were killed or slept are waited for first. */
const catchUp: CatchUp = { catchUpMsMax: 300_000, standstillMsMax: 120_000 };

/** Everything is healed and comes to rest, and is compared with what was sent. */
export async function judgeCluster(judged: Judged): Promise<ClusterVerdict> {
  const { bench, fleet, servers, url } = judged;
  const beganMs = performance.now();
  await bench.load.sendAgain(url);
  await bench.breaches.finish(url, AbortSignal.timeout(finishMsMax));
  await bench.failures.finish(url);
  const names = await allCaughtUp(
    fleet.slots.map(({ adminSocket }) => adminSocket),
    catchUp,
  );
  const caughtUpMs = performance.now() - beganMs;
  await alertsAreQuiet(url, bench.breaches);
  const channel = await noticesAreSent(url, bench.breaches);
  await bench.breaches.endpoints.areServed(url, bench.breaches.owner());
  const socketOf = (role: string): string =>
    fleet.slots.find(slot => slot.role === role)?.adminSocket ?? '';
  const faults = [
    ...(await deliveryFaults({ url, ...bench, settleMsMax })),
    ...(await proofFaults(url, bench.breaches)),
    ...(await keyFaults(url, socketOf('ingest-api'), bench.accounts)),
    ...(await replayAll(socketOf('query-api'), names[0] ?? [])),
    ...(await fleet.stop()),
  ];
  faults.push(...bench.postOffice.faults());
  const { outages, ...found } = await compare(bench, servers);
  const alerts = await alertsIn(bench, servers, { channel, outages });
  return { ...found, caughtUpMs, alerts, faults: [...found.faults, ...faults, ...alerts.faults] };
}

async function alertsIn(
  { breaches, postOffice }: Pick<Bench, 'breaches' | 'postOffice'>,
  { kurrentdb }: CrashServers,
  { channel, outages }: { readonly channel: string; readonly outages: readonly Outage[] },
): Promise<AlertVerdict> {
  const eventStore = await openKurrentEventStore({ url: kurrentdb });
  try {
    const verdict = await judgeAlerts(breaches, eventStore, outages);
    const notices = await noticeFaults(breaches, channel, eventStore, postOffice.ids());
    const { organization } = breaches.owner();
    const webhooks = await breaches.endpoints.faults(organization, eventStore);
    return { ...verdict, faults: [...verdict.faults, ...notices, ...webhooks] };
  } finally {
    await eventStore.close();
  }
}

async function compare(
  { oracle, breaches, failures }: ClusterBench,
  { warehouse: options, brokers }: CrashServers,
): Promise<Found & { readonly outages: readonly Outage[] }> {
  const warehouse = await openHttpWarehouse(options);
  const topicLog = await openKafkaTopicLog({
    brokers,
    log: openLog({ level: 'warn', pretty: false }),
  });
  const ask: Ask = (sql, parameters) =>
    warehouse.query<Record<string, string>>(sql, parameters, { maxExecutionMs: askMsMax });
  try {
    const others = [breaches.owner(), failures.owner()].map(({ organization }) => organization);
    const { answered, unknown } = oracle.sent();
    const truth = await checkExpectedState({ answered, unknown, others }, ask);
    const known = new Set([...answered, ...unknown].map(sent => sent.organization));
    const organizations = [...known, ...others];
    const deltas = await deltaFaults(topicLog, organizations, ask);
    const signals = await signalFaults(topicLog, organizations, ask);
    const outages = await outagesIn(topicLog);
    return { ...truth, outages, faults: [...truth.faults, ...deltas, ...signals] };
  } finally {
    await topicLog.close();
    await warehouse.close();
  }
}
