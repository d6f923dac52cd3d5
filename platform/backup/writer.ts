import { link, mkdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import {
  type BackupEntry,
  type BackupSummary,
  backupName,
  dataOf,
  draftOf,
  type FileEntry,
  latestBackup,
  readEntries,
  removeUnfinished,
  writeCatalogue,
} from './catalogue.ts';
import { type Copied, copyFile, hashFile } from './copy-file.ts';
import { eachOf } from './each-of.ts';
import { type Found, walk } from './walk.ts';

/** Where a backup was asked for is no place for one. */
export class UnfitFolder extends Error {
  override readonly name = 'UnfitFolder';
}

export type Source = {
  readonly root: string;
  /** Where it lies below the data folder. */
  readonly under: string;
  readonly skips?: (path: string) => boolean;
  /** A file with the name, the length and the time that it had in the backup before is the same file. */
  readonly isImmutable?: (path: string) => boolean;
};

/** A backup that is being made. Its files are complete and on the disk before it gets its name. */
export type BackupWriter = {
  /** A folder in it that somebody else fills; `addWritten` lists it. */
  readonly folder: (name: string) => string;
  /** `onFile` is called after each file. What is deleted meanwhile is left out. */
  readonly add: (source: Source, onFile: () => void, signal: AbortSignal) => Promise<void>;
  readonly addWritten: (name: string) => Promise<void>;
  readonly finish: (version: string, finishedAtMs: number) => Promise<BackupSummary>;
  readonly discard: () => Promise<void>;
};

/**
 * Begins a backup in a folder of backups.
 *  dataDir  must not contain that folder
 */
export async function beginBackup(
  folder: string,
  { dataDir, startedAtMs }: { readonly dataDir: string; readonly startedAtMs: number },
): Promise<BackupWriter & { readonly backup: string }> {
  if (!isAbsolute(folder)) throw new UnfitFolder(`expected an absolute path, got ${folder}`);
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new UnfitFolder(`${folder} lies in the data folder; choose another one`);
  await mkdir(folder, owned);
  await removeUnfinished(folder);
  const before = await latestBackup(folder);
  const backup = join(folder, backupName(startedAtMs));
  const draft = draftOf(backup);
  await mkdir(dataOf(draft), owned);
  return { backup, ...(await writerOf({ draft, backup, before, startedAtMs })) };
}

type Place = {
  readonly draft: string;
  readonly backup: string;
  readonly before: string | undefined;
  readonly startedAtMs: number;
};

async function writerOf({ draft, backup, before, startedAtMs }: Place): Promise<BackupWriter> {
  const entries: BackupEntry[] = [];
  const shared = await openShared(before);
  const at = (path: string): string => join(dataOf(draft), path);
  const addFile = async ({ root, isImmutable }: Source, found: string, path: string) => {
    const from = join(root, found);
    const same = isImmutable?.(found) ? await shared.linked(path, from, at(path)) : undefined;
    return same ?? fileEntry(path, await copyFile(from, at(path)));
  };
  const addFound = async (source: Source, found: Found): Promise<void> => {
    const path = join(source.under, found.path);
    await mkdir(dirname(at(path)), owned);
    if (found.kind === 'link') await symlink(found.target, at(path));
    else if (found.kind === 'folder') await mkdir(at(path), owned);
    entries.push(
      found.kind === 'file' ? await addFile(source, found.path, path) : { ...found, path },
    );
  };
  return {
    folder: at,
    add: async (source, onFile, signal) => {
      await mkdir(at(source.under), owned);
      await eachOf(walk(source.root, source.skips), async found => {
        signal.throwIfAborted();
        await addFound(source, found).catch(unlessDeleted);
        if (found.kind === 'file') onFile();
      });
    },
    addWritten: async name => {
      for await (const found of walk(at(name))) {
        const path = join(name, found.path);
        if (found.kind === 'file') entries.push(fileEntry(path, await hashFile(at(path))));
      }
    },
    finish: async (version, finishedAtMs) => {
      const summary = summaryOf(entries, shared.bytes(), { version, startedAtMs, finishedAtMs });
      for await (const found of walk(dataOf(draft)))
        if (found.kind === 'folder') await syncFolder(at(found.path));
      await writeCatalogue(draft, entries, summary);
      await rename(draft, backup);
      await syncFolder(dirname(backup));
      return summary;
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}

const owned = { recursive: true, mode: 0o700 } as const;

type Shared = {
  /** Makes a file that the backup before has already a link to it; undefined where it has not. */
  readonly linked: (path: string, from: string, to: string) => Promise<FileEntry | undefined>;
  readonly bytes: () => number;
};

async function openShared(before: string | undefined): Promise<Shared> {
  const known = await filesOf(before);
  let bytes = 0;
  return {
    linked: async (path, from, to) => {
      const entry = known.get(path);
      if (before === undefined || entry === undefined) return undefined;
      const { size, mtime } = await stat(from);
      if (size !== entry.bytes || mtime.getTime() !== entry.modified_ms) return undefined;
      // Removed meanwhile, or moved to a file system without links: it is copied again.
      if (!(await link(join(dataOf(before), path), to).then(yes, no))) return undefined;
      bytes += size;
      return entry;
    },
    bytes: () => bytes,
  };
}

const yes = (): boolean => true;
const no = (): boolean => false;

async function filesOf(backup: string | undefined): Promise<ReadonlyMap<string, FileEntry>> {
  const files = new Map<string, FileEntry>();
  if (backup === undefined) return files;
  for await (const entry of readEntries(backup))
    if (entry.kind === 'file') files.set(entry.path, entry);
  return files;
}

type Times = {
  readonly version: string;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
};

function summaryOf(
  entries: readonly BackupEntry[],
  sharedBytes: number,
  { version, startedAtMs, finishedAtMs }: Times,
): BackupSummary {
  const files = entries.filter(entry => entry.kind === 'file');
  return {
    format: 1,
    version,
    started_at: new Date(startedAtMs).toISOString(),
    finished_at: new Date(finishedAtMs).toISOString(),
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    shared_bytes: sharedBytes,
  };
}

const fileEntry = (path: string, { bytes, modifiedMs, sha256 }: Copied): FileEntry => ({
  kind: 'file',
  path,
  bytes,
  modified_ms: modifiedMs,
  sha256,
});

function unlessDeleted(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
