import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../../services/cli/demo/random.ts';
import { type Gateway, startGateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { openAccounts } from '../accounts.ts';
import { openBreaches } from '../alerts/breaches.ts';
import { openFailures } from '../deliveries/failures.ts';
import { openHooks } from '../deliveries/hooks.ts';
import { deliveriesLine } from '../deliveries/judge.ts';
import { openLoad, type Sender } from '../load.ts';
import { openOracle } from '../oracle.ts';
import { openPost } from '../post.ts';
import { openPostOffice } from '../post-office.ts';
import { addSenders, registerUntil } from '../register.ts';
import { disturb } from './disturb.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { judgeCluster } from './judge.ts';
import { keepReading, type Reads } from './reads.ts';
import { clusterFaults, clusterReport } from './report.ts';
import { type CrashServers, startServers } from './servers.ts';
import { sendSteadily, steadyWorkers } from './steady.ts';
import { openTally, type Tally } from './tally.ts';

export type ClusterOptions = {
  readonly seed: number;
  readonly minutes: number;
  readonly spansPerSecond: number;
};

const sendersWanted = 4;
/** A request that takes longer is sent again, or given up. */
const tracesMsMax = 10_000;
/** A stall of two minutes leaves fewer failing traces than the limit of a minute. */
const failuresPauseMs = 1_200;
const warmUpMsMax = 120_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Every role in processes of its own on servers, with kills, sleeps and outages at random for some
 * minutes; gives whether all is well.
 */
export async function crashCluster(options: ClusterOptions): Promise<boolean> {
  process.setMaxListeners(0);
  const { seed, minutes } = options;
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-crash-'));
  say(`${minutes} minutes, --seed ${seed}, ${options.spansPerSecond} spans/s, in ${folder}`);
  const servers = await startServers(folder);
  const gateway = await startGateway();
  const tally = openTally();
  const bench = await openSenders(seed);
  const environment = { ...servers.environment, SMTP_URL: bench.postOffice.url };
  const fleet = openFleet({ folder, environment, gateway, random: seededRandom(seed), tally });
  const outcome = await run({ options, servers, gateway, fleet, tally, bench });
  await gateway.stop();
  await servers.stop();
  const isGreen = clusterFaults(outcome).length === 0;
  if (isGreen) await rm(folder, { recursive: true });
  else say(`kept for a look: ${folder}`);
  say(clusterReport(outcome));
  return isGreen;
}

type Running = {
  readonly options: ClusterOptions;
  readonly servers: CrashServers;
  readonly gateway: Gateway;
  readonly fleet: Fleet;
  readonly tally: Tally;
  readonly bench: Senders;
};

async function run({ options, servers, gateway, fleet, tally, bench }: Running) {
  const { seed, minutes, spansPerSecond } = options;
  const { url } = gateway;
  const senders = await warmUp(bench, fleet, url);
  say('ready, from now on things break');
  const over = new AbortController();
  const { signal } = over;
  const isServed = (): boolean =>
    fleet.slots.some(({ role, state }) => role === 'query-api' && state === 'up');
  const gap = watchGap(bench, signal);
  const [reads] = await Promise.all([
    keepReading({ url, senders, sight: servers.sight, isServed }, signal),
    bench.breaches.keepBreaching(url, signal),
    bench.failures.keepFailing(url, signal),
    sendSteadily({ load: bench.load, url, spansPerSecond, faults: tally.faults }, signal),
    keepRegistering(bench, url, tally, signal),
    disturb({ fleet, servers, tally, minutes, random: seededRandom(seed + 1) }).finally(() =>
      over.abort(),
    ),
  ]);
  say('healed, to be compared');
  const verdict = await judgeCluster({ bench, fleet, servers, url });
  await bench.close();
  return {
    minutes,
    tally,
    verdict,
    sent: bench.oracle.figures(),
    deliveries: deliveriesLine(bench),
    reads: reads satisfies Reads,
    registrations: { verified: bench.accounts.verified().length, longestGapMs: await gap },
  };
}

/** Those who send spans are less patient than those who register. */
async function openSenders(seed: number) {
  const oracle = openOracle();
  const traces = openPost(steadyWorkers, tracesMsMax);
  const others = openPost(2);
  const accounts = openAccounts(others.post);
  const postOffice = await openPostOffice(accounts.mailed);
  const hooks = await openHooks({
    causeOf: ({ data }) => String(data.trace_id),
    hooked: () => undefined,
  });
  const load = { run: seed, random: seededRandom(~seed), oracle, post: traces.post };
  return {
    oracle,
    load: openLoad({ ...load, spansPerSecond: 0 }),
    accounts,
    postOffice,
    breaches: openBreaches(),
    hooks,
    failures: openFailures(others.post, hooks, failuresPauseMs),
    close: async () => {
      traces.close();
      others.close();
      hooks.close();
      await postOffice.close();
    },
  };
}

type Senders = Awaited<ReturnType<typeof openSenders>>;

/** Until there are senders and the first of their spans can be read. */
async function warmUp(bench: Senders, fleet: Fleet, url: string): Promise<readonly Sender[]> {
  await fleet.allUp();
  const senders: Sender[] = [];
  while (senders.length < sendersWanted)
    senders.push(...(await addSenders(bench, url, sendersWanted - senders.length)));
  for (let sent = 0; sent < sendersWanted * 2; sent++) await bench.load.sendNext(url);
  const isThere = async ({ key }: Sender): Promise<boolean> => {
    const path = '/api/metrics/services/checkout?window=1h';
    const answer = await fetch(`${url}${path}`, { headers: { 'X-API-Key': key } });
    return answer.status === 200 && !(await answer.text()).includes('"throughput":0');
  };
  await bench.breaches.create(url, bench.accounts);
  await bench.failures.prepare(url, bench.accounts);
  for (const sender of senders)
    await until('the first spans to be read', () => isThere(sender), warmUpMsMax);
  return senders;
}

/** An answer that nobody should get is a fault, and the others register all the same. */
async function keepRegistering(
  bench: Senders,
  url: string,
  { faults }: Tally,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await registerUntil(bench, url, signal);
    } catch (error) {
      faults.push(String(error));
    }
  }
}

/** The longest time without a registration that was verified. */
async function watchGap({ accounts }: Senders, signal: AbortSignal): Promise<number> {
  let [count, sinceMs, longestMs] = [0, performance.now(), 0];
  while (!signal.aborted) {
    longestMs = Math.max(longestMs, performance.now() - sinceMs);
    const now = accounts.verified().length;
    if (now > count) [count, sinceMs] = [now, performance.now()];
    await pause(100, undefined, { signal }).catch(() => {});
  }
  return longestMs;
}
