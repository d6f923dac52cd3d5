import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { roleNames } from '../../../platform/config/role-names.ts';
import { type Random, wholeBelow } from '../../../services/cli/demo/random.ts';
import type { Gateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import type { Child, Ending } from '../child.ts';
import type { CrashPoint } from '../point.ts';
import { emptySlots, end, holdings, lostAll, type Slot, startIn } from './slot.ts';
import type { Tally } from './tally.ts';

export type Fleet = {
  readonly slots: readonly Slot[];
  /** Kills a process, at a point of its work if it comes to it soon; the next is started at once. */
  readonly kill: (slot: Slot, point?: CrashPoint) => Promise<void>;
  /** Past the session timeout: whoever owned partitions must find that they are lost. */
  readonly sleep: (slot: Slot, ms: number) => Promise<void>;
  /** Resolves when a process listens in every slot. */
  readonly allUp: () => Promise<void>;
  /** From now on nobody dies; resolves when a process listens in every slot. */
  readonly calm: () => Promise<void>;
  /** Asks all to end; one sentence for each that does not end well. */
  readonly stop: () => Promise<readonly string[]>;
};

export type FleetOptions = {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly gateway: Gateway;
  readonly random: Random;
  readonly tally: Tally;
};

/** Processes of either setting write to the same topics, as while they are configured anew. */
const compressions = ['none', 'zstd'] as const;
const upMsMax = 180_000;
const pointMsMax = 4_000;
/** After which whoever stands before the processes sees that one does not answer. */
const noticeMs = 1_000;

/** Starts every role, and starts anew whatever ends. */
export function openFleet(options: FleetOptions): Fleet {
  const { folder, gateway, random, tally } = options;
  const slots = emptySlots(folder);
  const state = { isCalm: false, isStopping: false, generation: 0, starts: 0 };
  const share = (): void => shareOut(slots, gateway);
  const start = async (slot: Slot, point?: CrashPoint): Promise<void> => {
    const compression = compressions[state.starts++ % compressions.length] ?? 'none';
    tally.compressions.push(compression);
    const environment = { ...options.environment, KAFKA_COMPRESSION: compression };
    const child = startIn(slot, { ...options, environment, point });
    void child.ended.then(ending => again(slot, child, ending));
    const { url, adminSocket } = await child.listening;
    Object.assign(slot, { url, adminSocket, port: new URL(url).port, state: 'up' });
    share();
  };
  const again = (slot: Slot, child: Child, ending: Ending): void => {
    if (state.isStopping || slot.child !== child) return;
    count(slot, ending, tally);
    slot.state = 'down';
    share();
    move(slot, join(folder, `${slot.name}-${++state.generation}`), random);
    start(slot, state.isCalm ? undefined : recoveryPoint(slot, random)).catch(() => {});
  };
  for (const slot of slots) start(slot).catch(() => {});
  return {
    slots,
    kill,
    sleep: (slot, ms) => sleep(slot, ms, share, tally),
    allUp: () => allUp(slots),
    calm: async () => {
      state.isCalm = true;
      await Promise.allSettled(slots.map(({ child }) => child?.disarm()));
      await allUp(slots);
    },
    stop: async () => {
      state.isStopping = true;
      return (await Promise.all(slots.map(end))).flat();
    },
  };
}

async function allUp(slots: readonly Slot[]): Promise<void> {
  const isUp = (): boolean => slots.every(slot => slot.state === 'up');
  await until('a process to listen in every place', isUp, upMsMax);
}

function shareOut(slots: readonly Slot[], gateway: Gateway): void {
  for (const role of roleNames) {
    const up = slots.filter(slot => slot.role === role && slot.state === 'up');
    gateway.targets.set(
      role,
      up.map(({ url }) => url),
    );
  }
}

function count({ role, name, isToEnd }: Slot, ending: Ending, tally: Tally): void {
  const { death, signal, code } = ending;
  if (death !== undefined) tally.kills.push({ role, kind: death.stage });
  else if (isToEnd) tally.kills.push({ role, kind: 'outside' });
  else tally.faults.push(`${name} ended by itself: ${signal ?? code}`);
}

/** To another folder or port, or back to the same. */
function move(slot: Slot, folder: string, random: Random): void {
  if (random() < 0.5) slot.port = '0';
  if (random() < 0.5) slot.dataDir = folder;
}

/** Of the processes that take over from one killed, those that die while they recover. */
const recoveryShare = 0.2;
const recoveryCallsMax = 30;

function recoveryPoint({ role }: Slot, random: Random): CrashPoint | undefined {
  if (role !== 'processor' || random() > recoveryShare) return undefined;
  const callsBefore = wholeBelow(recoveryCallsMax, random);
  return { stage: 'recovery', moment: 'during', spansBefore: 0, callsBefore, share: random() };
}

async function kill(slot: Slot, point?: CrashPoint): Promise<void> {
  const { child } = slot;
  if (child === undefined) return;
  slot.isToEnd = true;
  slot.state = 'down';
  if (point !== undefined) {
    child.arm(point);
    await Promise.race([child.ended, pause(pointMsMax)]);
  }
  child.kill('SIGKILL');
  await child.ended;
}

async function sleep(slot: Slot, ms: number, share: () => void, tally: Tally): Promise<void> {
  const { child, role, name } = slot;
  if (child === undefined) return;
  slot.state = 'asleep';
  const beganMs = performance.now();
  child.kill('SIGSTOP');
  await pause(noticeMs);
  share();
  await pause(ms - noticeMs);
  const held = holdings(slot);
  const sleptMs = performance.now() - beganMs;
  child.kill('SIGCONT');
  const isFenced = await lostAll(slot, held);
  tally.sleeps.push({ role, ms: sleptMs, fenced: held.size });
  if (!isFenced)
    tally.faults.push(`${name} slept ${Math.round(sleptMs)} ms and kept its partitions`);
  // One that ended when it woke has a successor by now.
  if (slot.child !== child) return;
  slot.state = 'up';
  share();
}
