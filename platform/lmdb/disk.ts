import { statfs } from 'node:fs/promises';
import { Unavailable } from '../errors.ts';

/** Below this share of free blocks nothing more is accepted: consumers need room to catch up. */
export const freeShareMin = 0.05;

/** How long one look at the disk is believed. */
const lookMs = 1_000;

export type DiskGuard = {
  /** Throws `Unavailable` when the disk is nearly full. */
  ensureRoom(): Promise<void>;
};

export function guardDisk(
  folder: string,
  freeShare: (folder: string) => Promise<number> = freeShareOf,
): DiskGuard {
  let looked: { readonly atMs: number; readonly share: Promise<number> } | undefined;
  return {
    ensureRoom: async () => {
      const nowMs = performance.now();
      if (looked === undefined || nowMs - looked.atMs >= lookMs)
        looked = { atMs: nowMs, share: freeShare(folder) };
      const share = await looked.share;
      if (share < freeShareMin)
        throw new Unavailable(
          `expected at least ${percent(freeShareMin)} free where ${folder} is, found ${percent(share)}`,
        );
    },
  };
}

async function freeShareOf(folder: string): Promise<number> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? 1 : bavail / blocks;
  } catch (cause) {
    throw new Unavailable(`expected to learn how full the disk of ${folder} is`, { cause });
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
