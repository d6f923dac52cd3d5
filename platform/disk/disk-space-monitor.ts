import { statfs } from 'node:fs/promises';
import { sharedWork } from '../async/shared-work.ts';
import { Unavailable } from '../errors.ts';
import type { Running } from '../lifecycle.ts';
import type { Log } from '../log.ts';

/** Below this share of free blocks nothing new is taken: what works off needs room. */
export const freeShareMin = 0.05;

/** How often the disk is looked at. */
const lookMsDefault = 1_000;

export type FreeSpace = {
  readonly bytes: number;
  /** From 0 to 1. */
  readonly share: number;
};

export type Disk = Running & {
  /** As it was found last; the limit is that of `ensureRoom`. */
  readonly space: () => { readonly freeBytes: number; readonly limitBytes: number };
  /** Throws `Unavailable` when the disk is nearly full. */
  readonly ensureRoom: () => void;
};

export type DiskOptions = {
  readonly folder: string;
  readonly freeBytesMin: number;
  readonly log: Log;
  readonly freeSpace?: (folder: string) => Promise<FreeSpace>;
  readonly lookMs?: number;
};

/** Looks at the disk now and then, and says once when it gets full and once when there is room again. */
export async function createDiskSpaceMonitor(options: DiskOptions): Promise<Disk> {
  const { folder, freeBytesMin, log, freeSpace = freeSpaceOf, lookMs = lookMsDefault } = options;
  let problem: string | undefined;
  let found: FreeSpace = { bytes: 0, share: 0 };
  const look = async (): Promise<void> => {
    const before = problem;
    found = await freeSpace(folder);
    problem = problemOf(found, freeBytesMin);
    if (problem !== undefined && before === undefined) log.error({ folder, problem }, 'disk full');
    if (problem === undefined && before !== undefined) log.info({ folder }, 'disk has room again');
  };
  await look();
  // If the free space is unknown, the last state holds.
  const looks = sharedWork(() => look().catch(() => undefined));
  const timer = setInterval(() => void looks.run(), lookMs).unref();
  return {
    space: () => ({ freeBytes: found.bytes, limitBytes: limitOf(found, freeBytesMin) }),
    ensureRoom: () => {
      if (problem !== undefined) throw new Unavailable(problem);
    },
    stop: async () => {
      clearInterval(timer);
      await looks.ended();
    },
  };
}

/** What an unprivileged process may still write where the folder is. */
export async function freeSpaceOf(folder: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { bytes: bavail * bsize, share: blocks === 0 ? 1 : bavail / blocks };
}

/** A disk without any free block does not say how large it is. */
const limitOf = ({ bytes, share }: FreeSpace, freeBytesMin: number): number =>
  Math.max(freeBytesMin, share === 0 ? 0 : Math.ceil((freeShareMin * bytes) / share));

function problemOf({ bytes, share }: FreeSpace, freeBytesMin: number): string | undefined {
  if (bytes >= freeBytesMin && share >= freeShareMin) return undefined;
  const expected = `${mebibytes(freeBytesMin)} and ${percent(freeShareMin)}`;
  const found = `${mebibytes(bytes)} and ${percent(share)}`;
  return `the disk is nearly full, so nothing new is taken: expected at least ${expected} free, found ${found}`;
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
