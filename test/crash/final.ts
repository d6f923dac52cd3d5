import { join } from 'node:path';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { checkExpectedState, type Found } from '../support/expected-state-check.ts';
import type { Ask } from '../support/expected-state-queries.ts';
import { type AlertVerdict, alertsAreQuiet, judgeAlerts } from './alerts/judge.ts';
import { noticeFaults, noticesAreSent } from './alerts/notices.ts';
import { type Outage, outagesIn } from './alerts/outages.ts';
import { proofFaults } from './alerts/proofs.ts';
import { detectAgain } from './anomalies/detect.ts';
import { type AnomalyVerdict, judgeAnomalies } from './anomalies/judge.ts';
import { type Bench, startOn, startReady } from './bench.ts';
import { caughtUp } from './caught-up.ts';
import { keyFaults } from './checks.ts';
import { deltaFaults } from './deltas.ts';
import { dropAndReplay, replayAll } from './projections.ts';
import { signalFaults } from './trace-arrivals.ts';

export type Verdict = Found & {
  readonly readyMs: number;
  readonly alerts: AlertVerdict;
  readonly anomalies: AnomalyVerdict;
};

const finishMsMax = 30_000;

/** The life after the last kill: everything comes to rest and is compared with what was sent. */
export async function judge(bench: Bench): Promise<Verdict> {
  const beganMs = performance.now();
  const { child, url, adminSocket } = await startReady(bench);
  const readyMs = performance.now() - beganMs;
  await bench.load.sendAgain(url);
  await bench.breaches.finish(url, AbortSignal.timeout(finishMsMax));
  // The evaluator comes as far as the processor has.
  await caughtUp(adminSocket);
  await alertsAreQuiet(url, bench.breaches);
  const channel = await noticesAreSent(url, bench.breaches);
  const { endpoints, owner } = bench.breaches;
  await endpoints.areServed(url, owner());
  const names = await caughtUp(adminSocket);
  const faults = [
    ...(await proofFaults(url, bench.breaches)),
    ...(await keyFaults(url, adminSocket, bench.accounts)),
    ...(await replayAll(adminSocket, names)),
  ];
  const requests = endpoints.requests();
  child.kill('SIGTERM');
  const { code } = await child.ended;
  if (code !== 0) faults.push(`expected the server to end with 0 when asked, found ${code}`);
  faults.push(...(await dropAndReplay(bench.dataDir, () => startOn(bench))));
  if (endpoints.requests() !== requests) faults.push('replaying projections sent webhooks');
  faults.push(...bench.postOffice.faults());
  const found = await withWarehouse(bench.dataDir, async ask => {
    const { organization: owner } = bench.breaches.owner();
    const { answered, unknown } = bench.oracle.sent();
    const truth = await checkExpectedState({ answered, unknown, others: [owner] }, ask);
    const organizations = new Set([...answered, ...unknown].map(sent => sent.organization));
    organizations.add(owner);
    return {
      ...truth,
      faults: [...truth.faults, ...(await topicFaults(bench.dataDir, [...organizations], ask))],
    };
  });
  const outages = await withTopicLog(bench.dataDir, outagesIn);
  const alerts = await alertsIn(bench, { channel, outages });
  const anomalies = await anomaliesIn(bench.dataDir);
  faults.push(...found.faults, ...alerts.faults, ...anomalies.faults);
  return { ...found, readyMs, alerts, anomalies, faults };
}

async function anomaliesIn(dataDir: string): Promise<AnomalyVerdict> {
  const detected = await withTopicLog(dataDir, detectAgain);
  const eventStore = await openLmdbEventStore({ folder: join(dataDir, 'events') });
  try {
    return await withWarehouse(dataDir, ask => judgeAnomalies(detected, eventStore, ask));
  } finally {
    await eventStore.close();
  }
}

async function alertsIn(
  { dataDir, breaches, postOffice }: Bench,
  { channel, outages }: { readonly channel: string; readonly outages: readonly Outage[] },
): Promise<AlertVerdict> {
  const eventStore = await openLmdbEventStore({ folder: join(dataDir, 'events') });
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

async function withWarehouse<Result>(
  dataDir: string,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const warehouse = await openEmbeddedWarehouse({
    folder: join(dataDir, 'warehouse'),
    tmpFolder: join(dataDir, 'tmp'),
  });
  try {
    return await work((sql, parameters) =>
      warehouse.query<Record<string, string>>(sql, parameters),
    );
  } finally {
    await warehouse.close();
  }
}

const topicFaults = (
  dataDir: string,
  organizations: readonly string[],
  ask: Ask,
): Promise<string[]> =>
  withTopicLog(dataDir, async topicLog => [
    ...(await deltaFaults(topicLog, organizations, ask)),
    ...(await signalFaults(topicLog, organizations, ask)),
  ]);

async function withTopicLog<Result>(
  dataDir: string,
  work: (topicLog: TopicLog) => Promise<Result>,
): Promise<Result> {
  const topicLog = await openLmdbTopicLog({ folder: join(dataDir, 'log') });
  try {
    return await work(topicLog);
  } finally {
    await topicLog.close();
  }
}
