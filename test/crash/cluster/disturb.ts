import { setTimeout as pause } from 'node:timers/promises';
import type { RoleName } from '../../../platform/config/role-names.ts';
import { type Random, wholeBelow } from '../../../services/cli/demo/random.ts';
import type { CrashPoint, Stage } from '../point.ts';
import type { Fleet } from './fleet.ts';
import type { CrashServers } from './servers.ts';
import { processesOf, type Slot } from './slot.ts';
import { demands, met, outageMs, sleepMsMin, type Tally } from './tally.ts';

export type Disturbance = {
  readonly fleet: Fleet;
  readonly servers: CrashServers;
  readonly random: Random;
  readonly tally: Tally;
  readonly minutes: number;
};

/** More than is demanded, as not every try finds a victim. */
const margin = 1.1;
const lookEveryMs = 100;
const sleepMsSpread = 2_000;
const restMs = 500;
/** Their sleep is no matter of groups. */
const othersRestMs = 20_000;
/** Until somebody owns partitions whom sleep can take them from. */
const ownerMsMax = 25_000;
const brokerDownMs = 3_000;
/** Of a sleeper between two sleeps, as it would never do anything where all takes long. */
const workMs = 2_000;
/** Between two servers that are taken, also where the first was away for longer than its turn. */
const peaceMsMin = 10_000;

/** Kills, sleeps and outages beside each other, until the time is over and all of it is healed. */
export async function disturb(disturbance: Disturbance): Promise<void> {
  const over = AbortSignal.timeout(disturbance.minutes * 60_000);
  await Promise.all([
    killProcesses(disturbance, over),
    sendToSleep(disturbance, over, ['processor']),
    sendToSleep(disturbance, over, ['decider']),
    sendToSleep(
      disturbance,
      over,
      ['ingest-api', 'query-api', 'evaluator', 'monitor', 'notifier'],
      othersRestMs,
    ),
    takeServers(disturbance, over),
  ]);
  await disturbance.fleet.calm();
}

/** At an even rate; processes that die at a point of their recovery count. */
async function killProcesses(
  { fleet, random, tally, minutes }: Disturbance,
  over: AbortSignal,
): Promise<void> {
  const wanted = demands(minutes).kills * margin;
  const beganMs = performance.now();
  while (!over.aborted) {
    await rest(lookEveryMs, over);
    const share = (performance.now() - beganMs) / (minutes * 60_000);
    if (tally.kills.length >= wanted * share) continue;
    const slot = victimOf(fleet, random);
    if (slot !== undefined) await fleet.kill(slot, pointFor(slot, random));
  }
}

const killShares: readonly (readonly [RoleName, number])[] = [
  ['processor', 0.22],
  ['ingest-api', 0.4],
  ['query-api', 0.54],
  ['evaluator', 0.66],
  ['decider', 0.75],
  ['notifier', 0.94],
  ['monitor', 1],
];

function victimOf({ slots }: Fleet, random: Random): Slot | undefined {
  const chance = random();
  const role = killShares.find(([, share]) => chance < share)?.[0];
  const all = slots.filter(slot => slot.role === role);
  const up = all.filter(({ state }) => state === 'up');
  // Of two that answer requests one always does.
  const isNeeded = all.length > 1 && role !== 'processor' && up.length === 1;
  return isNeeded ? undefined : up[wholeBelow(up.length, random)];
}

const points: Partial<Record<RoleName, readonly (readonly [Stage, number])[]>> = {
  processor: [
    ['note', 2],
    ['publish', 2],
    ['insert', 24],
    ['commit', 2],
  ],
  'ingest-api': [['append', 10]],
  evaluator: [
    ['evaluate', 2],
    ['score', 2],
  ],
};
const pointShare = 0.75;

/** Undefined: whatever it does at the moment. */
function pointFor({ role, owned }: Slot, random: Random): CrashPoint | undefined {
  const stages = points[role];
  const isIdle = role === 'processor' && owned.size === 0;
  if (stages === undefined || isIdle || random() > pointShare) return undefined;
  const [stage, callsMax] = stages[wholeBelow(stages.length, random)] ?? ['insert', 1];
  const moment = (['before', 'during', 'during', 'after'] as const)[wholeBelow(4, random)];
  const callsBefore = wholeBelow(callsMax, random);
  return { stage, moment: moment ?? 'during', spansBefore: 0, callsBefore, share: random() };
}

/** One sleeper of these roles after the other. */
async function sendToSleep(
  { fleet, random, tally, minutes }: Disturbance,
  over: AbortSignal,
  roles: readonly RoleName[],
  betweenMs = restMs,
): Promise<void> {
  const wanted = Math.ceil(demands(minutes).sleeps * margin);
  while (!over.aborted && met(tally).sleeps < wanted) {
    const role = roles[wholeBelow(roles.length, random)] ?? 'decider';
    const slot = await sleeperOf(role, fleet, over);
    if (slot !== undefined) await fleet.sleep(slot, sleepMsMin + random() * sleepMsSpread);
    await rest(betweenMs, over);
  }
}

async function sleeperOf(
  role: RoleName,
  { slots }: Fleet,
  over: AbortSignal,
): Promise<Slot | undefined> {
  const isMember = role === 'processor' || role === 'decider';
  const endMs = performance.now() + ownerMsMax;
  while (!over.aborted && performance.now() < endMs) {
    const up = slots.filter(slot => slot.role === role && slot.state === 'up');
    const mayMiss = role === 'processor' || up.length === processesOf[role];
    const slot = up.find(({ owned }) => !isMember || owned.size > 0);
    if (slot !== undefined && mayMiss && (!isMember || (await works(slot, over)))) return slot;
    await rest(lookEveryMs, over);
  }
  return undefined;
}

/** Whether it still has partitions after some time. */
async function works(slot: Slot, over: AbortSignal): Promise<boolean> {
  await rest(workMs, over);
  return slot.state === 'up' && slot.owned.size > 0;
}

/** Broker and warehouse in turn, spread evenly, never both at once. */
async function takeServers(disturbance: Disturbance, over: AbortSignal): Promise<void> {
  const { minutes } = disturbance;
  const actions = planned(disturbance);
  const beganMs = performance.now();
  for (const [index, action] of actions.entries()) {
    const dueMs = beganMs + ((index + 0.5) / actions.length) * minutes * 60_000;
    if (index > 0) await pause(peaceMsMin);
    await rest(Math.max(0, dueMs - performance.now()), over);
    await action();
  }
}

function planned({ servers, tally, random, minutes }: Disturbance): (() => Promise<void>)[] {
  const broker = async (): Promise<void> => {
    const beganMs = performance.now();
    await servers.killBroker(brokerDownMs);
    tally.brokerKills.push(performance.now() - beganMs);
  };
  const outage = (kind: 'stopped' | 'asleep' | 'killed', downMs: number) => async () => {
    const beganMs = performance.now();
    await servers.takeWarehouse(kind, downMs);
    tally.outages.push({ kind, ms: performance.now() - beganMs });
  };
  const { brokerKills, outages } = demands(minutes);
  const list = [
    ...Array.from({ length: Math.max(1, brokerKills + Math.floor(brokerKills / 5)) }, () => broker),
    ...Array.from({ length: outages }, (_, index) =>
      outage(index % 2 === 0 ? 'stopped' : 'asleep', outageMs),
    ),
    ...Array.from({ length: Math.max(1, outages) }, () => outage('killed', 0)),
  ];
  return list
    .map(action => ({ action, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ action }) => action);
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => {});
