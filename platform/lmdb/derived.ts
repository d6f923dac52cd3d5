import { rm } from 'node:fs/promises';
import { FolderDamaged } from '../errors.ts';
import type { Log } from '../log.ts';

/** Opens what can be made again from other engines; what is damaged is made anew, and a line of the log says so. */
export async function openDerived<Store>(
  folder: string,
  open: (folder: string) => Promise<Store>,
  log: Pick<Log, 'warn'>,
): Promise<Store> {
  try {
    return await open(folder);
  } catch (error) {
    if (!(error instanceof FolderDamaged)) throw error;
    log.warn(
      { folder, reason: error.message },
      'a damaged folder is made again from the events and the log',
    );
    await rm(folder, { recursive: true });
    return open(folder);
  }
}
