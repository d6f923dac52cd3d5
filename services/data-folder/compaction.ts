import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../platform/files/durable-file.ts';
import { syncFolder } from '../../platform/files/sync-folder.ts';
import { compactFolder } from '../../platform/lmdb/compact-folder.ts';
import type { Log } from '../../platform/log.ts';

const wish = 'COMPACT';
/** Engines that leave what was deleted in free pages. */
const engines = ['log', 'events', 'read', 'evaluator'] as const;

/** At the next start, the files are written anew: free pages still have what was deleted. */
export async function wishCompaction(dataDir: string): Promise<void> {
  await writeDurably(join(dataDir, wish), '');
  await syncFolder(dataDir);
}

/** To be called by the one who has the folder, before its engines are opened. */
export async function compactIfWished(dataDir: string, log: Pick<Log, 'info'>): Promise<void> {
  if (!existsSync(join(dataDir, wish))) return;
  log.info({ folder: dataDir }, 'files are written anew without what was erased');
  for (const engine of engines) await compactFolder(join(dataDir, engine));
  await rm(join(dataDir, wish));
  await syncFolder(dataDir);
}
