import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Writes a file that only its owner may read, and waits until the disk has it. */
export async function writeDurably(
  file: string,
  body: Uint8Array | string,
  flags: 'w' | 'wx' = 'w',
): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(body);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a file with this body unless there is one: of several processes that do so at once, one wins. */
export async function createDurably(file: string, body: Uint8Array | string): Promise<void> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeDurably(draft, body, 'wx');
  try {
    // A link, unlike a rename, never takes the place of a file that somebody else made first.
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
}

/** The text of a file; undefined where there is no such file. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
