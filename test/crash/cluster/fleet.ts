import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Random, wholeBelow } from '../../../services/cli/demo/random.ts';
import { type RoleName, roleNames } from '../../../services/roles.ts';
import type { Gateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { type Child, type Ending, startChild } from '../child.ts';
import type { CrashPoint, Ownership } from '../point.ts';
import type { Tally } from './tally.ts';

/** The place of one process: it is always taken, by one process after the other. */
export type Slot = {
  readonly role: RoleName;
  readonly name: string;
  state: 'up' | 'asleep' | 'down';
  dataDir: string;
  port: string;
  url: string;
  adminSocket: string;
  child?: Child;
  /** Partitions that it has now, and how often it lost each. */
  readonly owned: Set<string>;
  readonly losses: Map<string, number>;
  isToEnd: boolean;
};

export type Fleet = {
  readonly slots: readonly Slot[];
  /** Kills a process, at a point of its work if it comes to it soon; the next is started at once. */
  readonly kill: (slot: Slot, point?: CrashPoint) => Promise<void>;
  /** Past the session timeout: whoever owned partitions must find that they are lost. */
  readonly sleep: (slot: Slot, ms: number) => Promise<void>;
  /** Resolves when a process listens in every slot. */
  readonly allUp: () => Promise<void>;
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

export const processesOf: Readonly<Record<RoleName, number>> = {
  'ingest-api': 2,
  processor: 2,
  'query-api': 2,
  decider: 1,
  notifier: 1,
};

const upMsMax = 90_000;
const pointMsMax = 4_000;
/** After which whoever stands before the processes sees that one does not answer. */
const noticeMs = 1_000;
const fencedMsMax = 10_000;
/** Of the processes that take over from one killed, those that die while they recover. */
const recoveryShare = 0.2;
const recoveryCallsMax = 30;

export function openFleet(options: FleetOptions): Fleet {
  const { folder, gateway, random, tally } = options;
  const slots = roleNames.flatMap(role =>
    Array.from({ length: processesOf[role] }, (_, number) => emptySlot(role, number, folder)),
  );
  const state = { isStopping: false, generation: 0 };
  const share = (): void => {
    for (const role of roleNames) {
      const up = slots.filter(slot => slot.role === role && slot.state === 'up');
      gateway.targets.set(
        role,
        up.map(({ url }) => url),
      );
    }
  };
  const start = async (slot: Slot, point?: CrashPoint): Promise<void> => {
    const child = startProcess(slot, options, point);
    slot.child = child;
    slot.isToEnd = false;
    void child.ended.then(ending => ended(slot, child, ending));
    const { url, adminSocket } = await child.listening;
    Object.assign(slot, { url, adminSocket, port: new URL(url).port, state: 'up' });
    share();
  };
  const ended = (slot: Slot, child: Child, ending: Ending): void => {
    if (state.isStopping || slot.child !== child) return;
    const { death } = ending;
    if (death !== undefined) tally.kills.push({ role: slot.role, kind: death.stage });
    else if (slot.isToEnd) tally.kills.push({ role: slot.role, kind: 'outside' });
    else tally.faults.push(`${slot.name} ended by itself: ${ending.signal ?? ending.code}`);
    slot.state = 'down';
    slot.owned.clear();
    share();
    move(slot);
    start(slot, recoveryPoint(slot)).catch(() => {});
  };
  /** To another folder or port, or back to the same. A notifier keeps the outbox that stands for the world. */
  const move = (slot: Slot): void => {
    if (random() < 0.5) slot.port = '0';
    if (random() < 0.5 || slot.role === 'notifier') return;
    slot.dataDir = join(folder, `${slot.name}-${++state.generation}`);
  };
  const recoveryPoint = ({ role }: Slot): CrashPoint | undefined => {
    if (role !== 'processor' || random() > recoveryShare) return undefined;
    const callsBefore = wholeBelow(recoveryCallsMax, random);
    return { stage: 'recovery', moment: 'during', spansBefore: 0, callsBefore, share: random() };
  };
  for (const slot of slots) start(slot).catch(() => {});
  return {
    slots,
    kill: async (slot, point) => {
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
    },
    sleep: async (slot, ms) => {
      const { child } = slot;
      if (child === undefined) return;
      slot.state = 'asleep';
      const beganMs = performance.now();
      child.kill('SIGSTOP');
      await pause(noticeMs);
      share();
      await pause(ms - noticeMs);
      const had = new Map([...slot.owned].map(name => [name, slot.losses.get(name) ?? 0]));
      const sleptMs = performance.now() - beganMs;
      child.kill('SIGCONT');
      const isFenced = await lostAll(slot, had);
      tally.sleeps.push({ role: slot.role, ms: sleptMs, fenced: had.size });
      if (!isFenced)
        tally.faults.push(`${slot.name} slept ${Math.round(sleptMs)} ms and kept its partitions`);
      slot.state = 'up';
      share();
    },
    allUp: async () => {
      const isUp = (): boolean => slots.every(slot => slot.state === 'up');
      await until('a process to listen in every place', isUp, upMsMax);
    },
    stop: async () => {
      state.isStopping = true;
      return (await Promise.all(slots.map(end))).flat();
    },
  };
}

const emptySlot = (role: RoleName, number: number, folder: string): Slot => ({
  ...{ role, name: `${role}-${number}`, state: 'down', port: '0', url: '', adminSocket: '' },
  ...{ dataDir: join(folder, `${role}-${number}`), isToEnd: false },
  ...{ owned: new Set(), losses: new Map() },
});

function startProcess(
  slot: Slot,
  { folder, environment }: FleetOptions,
  point: CrashPoint | undefined,
): Child {
  const owned = ({ group, partition, isOwned }: Ownership): void => {
    const name = `${group}/${partition}`;
    if (isOwned) slot.owned.add(name);
    else if (slot.owned.delete(name)) slot.losses.set(name, (slot.losses.get(name) ?? 0) + 1);
  };
  return startChild({
    roles: [slot.role],
    dataDir: slot.dataDir,
    environment: { ...environment, TIDEMARK_PORT: slot.port },
    logFile: join(folder, `${slot.name}.log`),
    owned,
    ...(point && { point }),
  });
}

async function lostAll(slot: Slot, had: ReadonlyMap<string, number>): Promise<boolean> {
  const isLost = (): boolean =>
    [...had].every(([name, before]) => (slot.losses.get(name) ?? 0) > before);
  try {
    return await until('a sleeper to lose its partitions', isLost, fencedMsMax);
  } catch {
    return false;
  }
}

async function end({ name, child }: Slot): Promise<readonly string[]> {
  if (child === undefined) return [];
  child.kill('SIGTERM');
  const { code, signal } = await child.ended;
  return code === 0 ? [] : [`expected ${name} to end with 0 when asked, found ${signal ?? code}`];
}
