import { join } from 'node:path';
import { type RoleName, roleNames } from '../../../platform/config/role-names.ts';
import { until } from '../../support/until.ts';
import { type Child, startChild } from '../child.ts';
import type { CrashPoint, Ownership } from '../point.ts';

/** The place of one process: it is always taken, by one process after the other. */
export type Slot = {
  readonly role: RoleName;
  readonly name: string;
  state: 'up' | 'asleep' | 'down';
  dataDir: string;
  /** '0': whichever is free. */
  port: string;
  url: string;
  adminSocket: string;
  child?: Child;
  /** Partitions that it has now, and how often it lost each. */
  readonly owned: Set<string>;
  readonly losses: Map<string, number>;
  /** It is being killed, so its end is no fault. */
  isToEnd: boolean;
};

export const processesOf: Readonly<Record<RoleName, number>> = {
  'ingest-api': 2,
  processor: 2,
  'query-api': 2,
  decider: 1,
  evaluator: 1,
  monitor: 1,
  notifier: 2,
};

const fencedMsMax = 10_000;

export const emptySlots = (folder: string): readonly Slot[] =>
  roleNames.flatMap(role =>
    Array.from({ length: processesOf[role] }, (_, number) => emptySlot(role, number, folder)),
  );

const emptySlot = (role: RoleName, number: number, folder: string): Slot => ({
  role,
  name: `${role}-${number}`,
  state: 'down',
  port: '0',
  url: '',
  adminSocket: '',
  dataDir: join(folder, `${role}-${number}`),
  isToEnd: false,
  owned: new Set(),
  losses: new Map(),
});

export type Started = {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly point: CrashPoint | undefined;
};

/** Puts a new process into the slot. */
export function startIn(slot: Slot, { folder, environment, point }: Started): Child {
  const owned = ({ group, partition, isOwned }: Ownership): void => {
    const name = `${group}/${partition}`;
    if (isOwned) slot.owned.add(name);
    else if (slot.owned.delete(name)) slot.losses.set(name, (slot.losses.get(name) ?? 0) + 1);
  };
  slot.owned.clear();
  slot.isToEnd = false;
  slot.child = startChild({
    roles: [slot.role],
    dataDir: slot.dataDir,
    environment: { ...environment, TIDEMARK_PORT: slot.port },
    logFile: join(folder, `${slot.name}.log`),
    owned,
    ...(point && { point }),
  });
  return slot.child;
}

/** Partitions that are owned, with the losses of each so far. */
export const holdings = ({ owned, losses }: Slot): ReadonlyMap<string, number> =>
  new Map([...owned].map(name => [name, losses.get(name) ?? 0]));

/** Whether all that was held then is soon lost. */
export async function lostAll(
  { losses }: Slot,
  held: ReadonlyMap<string, number>,
): Promise<boolean> {
  const isLost = (): boolean =>
    [...held].every(([name, before]) => (losses.get(name) ?? 0) > before);
  try {
    return await until('a sleeper to lose its partitions', isLost, fencedMsMax);
  } catch {
    return false;
  }
}

/** Asks the process to end. */
export async function end({ name, child }: Slot): Promise<readonly string[]> {
  if (child === undefined) return [];
  child.kill('SIGTERM');
  const { code, signal } = await child.ended;
  return code === 0 ? [] : [`expected ${name} to end with 0 when asked, found ${signal ?? code}`];
}
