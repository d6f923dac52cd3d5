import { mkdir, readdir, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import {
  type BackupEntry,
  type BackupSummary,
  dataOf,
  latestBackup,
  readEntries,
  readSummary,
} from './catalogue.ts';
import { copyFile } from './copy-file.ts';
import { eachOf } from './each-of.ts';
import { walk } from './walk.ts';

/** What was to be restored is not whole, or there is no room for it. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored';
}

export type Restored = { readonly backup: string; readonly summary: BackupSummary };

/**
 * Makes a data folder of a backup, each of whose files is compared with its hash. The folder gets its name when all of
 * it is on the disk. Throws `NotRestored`.
 *  from  a backup, or a folder of backups: the latest finished one
 */
export async function restoreBackup(
  from: string,
  dataDir: string,
  onFile: (files: number, of: number) => void,
): Promise<Restored> {
  const { backup, summary } = await foundIn(from);
  await assertEmpty(dataDir);
  const draft = `${dataDir}.restoring`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, owned);
  let files = 0;
  await eachOf(readEntries(backup), async entry => {
    await restoreEntry(backup, draft, entry);
    if (entry.kind === 'file') onFile(++files, summary.files);
  });
  if (files !== summary.files)
    throw new NotRestored(`${backup} lists ${files} files of ${summary.files}`);
  for await (const found of walk(draft))
    if (found.kind === 'folder') await syncFolder(join(draft, found.path));
  await syncFolder(draft);
  await rmdir(dataDir).catch(() => undefined);
  await rename(draft, dataDir);
  await syncFolder(dirname(dataDir));
  return { backup, summary };
}

const owned = { recursive: true, mode: 0o700 } as const;

async function foundIn(from: string): Promise<Restored> {
  const backup = (await summaryIn(from)) === undefined ? await latestIn(from) : from;
  const summary = backup === undefined ? undefined : await summaryIn(backup);
  if (backup === undefined || summary === undefined)
    throw new NotRestored(`there is no finished backup in ${from}`);
  return { backup, summary };
}

const summaryIn = (backup: string): Promise<BackupSummary | undefined> =>
  readSummary(backup).catch(cause => {
    throw new NotRestored(`${backup} is damaged, or of a later version of Tidemark`, { cause });
  });

const latestIn = (from: string): Promise<string | undefined> =>
  latestBackup(from).catch(cause => {
    throw new NotRestored(`${from} cannot be read`, { cause });
  });

async function assertEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  if (names.length > 0)
    throw new NotRestored(`${dataDir} is not empty; move it away, or choose another data folder`);
}

async function restoreEntry(backup: string, draft: string, entry: BackupEntry): Promise<void> {
  const to = join(draft, entry.path);
  await mkdir(dirname(to), owned);
  if (entry.kind === 'folder') await mkdir(to, owned);
  else if (entry.kind === 'link') await symlink(entry.target, to);
  else {
    const from = join(dataOf(backup), entry.path);
    const copied = await copyFile(from, to).catch(cause => {
      throw new NotRestored(`${from} cannot be copied`, { cause });
    });
    if (copied.sha256 !== entry.sha256)
      throw new NotRestored(`${from} is damaged; restore another backup`);
  }
}
