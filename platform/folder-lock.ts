import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { FolderInUse } from './errors.ts';

const lockFile = 'lock';
const ownerOnly = 0o600;

/**
 * Keeps a folder for this process until it is closed. Throws `FolderInUse`. The lock is one of the
 * kernel on a file in the folder: it ends with the process, and who may not write into the folder
 * cannot take it.
 */
export async function lockFolder(folder: string): Promise<{ readonly close: () => Promise<void> }> {
  const file = await open(join(folder, lockFile), 'a', ownerOnly);
  if (tryLock(file.fd)) return { close: () => file.close() };
  await file.close();
  throw new FolderInUse(folder);
}
