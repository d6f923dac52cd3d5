import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { dataFile } from './data-file.ts';
import { openEnvironment } from './environment.ts';

/** Writes the file of a folder that nobody has open anew, without its free pages. It is the old one or the new one, whenever this ends. */
export async function compactFolder(folder: string): Promise<void> {
  if (!existsSync(join(folder, dataFile))) return;
  const draft = `${folder}.compact`;
  await rm(draft, { recursive: true, force: true });
  const environment = await openEnvironment(folder);
  try {
    await environment.copyTo(draft);
  } finally {
    await environment.close();
  }
  await rename(join(draft, dataFile), join(folder, dataFile));
  await syncFolder(folder);
  await rm(draft, { recursive: true, force: true });
}
