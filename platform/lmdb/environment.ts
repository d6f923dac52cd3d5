import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { open } from 'lmdb';
import { FolderDamaged, Unavailable } from '../errors.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { damageOf, dataFile } from './data-file.ts';

type Range = {
  readonly start?: Buffer;
  /** Exclusive, unlike `start`; with `reverse`, the lower of the two. */
  readonly end?: Buffer;
  readonly reverse?: boolean;
  readonly limit?: number;
};

/** Values by keys, in the order of the keys' bytes. Writes belong into a batch or transaction. */
export type Table<Value> = {
  get(key: Buffer): Value | undefined;
  getRange(range: Range): Mapped<{ readonly key: Buffer; readonly value: Value }>;
  getKeys(range: Range): Mapped<Buffer>;
  put(key: Buffer, value: Value): void;
  remove(key: Buffer): void;
};

/** Reads as it is iterated. */
type Mapped<Item> = Iterable<Item> & {
  map<Result>(change: (item: Item) => Result): Iterable<Result>;
};

/** One folder of lmdb, whose writes are on disk when their promises resolve. */
export type Environment = {
  binaryTable(name: string): Table<Buffer>;
  textTable(name: string): Table<string>;
  /** The puts and removes that `writes` calls, all or none, made off this thread. */
  batch(writes: () => void): Promise<void>;
  /** Reads and writes as one step; nothing is left of them when `work` throws. */
  transact<Result>(work: () => Result): Promise<Result>;
  /** Throws `Unavailable` once closed; lmdb itself ends the process on a late write. */
  ensureOpen(): void;
  /** To what the folder belongs, as it was written there. */
  readonly label: Label;
  /** Writes what is committed now into an empty folder, while others go on; free pages are left out. */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
};

/** A word that goes with the data of an engine, wherever its files are copied. */
export type Label = {
  read(): Promise<string | undefined>;
  /** On the disk when it resolves. */
  write(text: string): Promise<void>;
};

/** Addresses, not memory: no folder outgrows them before its disk is full. */
const mapBytes = 2 ** 40;
const pageSizeDefault = 4096;
const labelKey = Buffer.from('label');

/**
 * Three settings are not lmdb's defaults.
 *  overlappingSync    off: data is synced, then the meta page, and only then is the commit visible
 *                     and its promise resolved. With it on, a reader acts on what a power
 *                     cut may still take away; that costs a third of the throughput.
 *  eventTurnBatching  off: with it on, a failed commit rejects an unreachable promise, and
 *                     a full disk ends the process.
 *  mapSize            large at once: a map that grows is made anew, and those before it stay, with
 *                     all that was ever read through them.
 *
 * Throws `FolderDamaged`.
 *
 *  pageSize  in bytes, of a new folder; one that is there keeps its own
 */
export async function openEnvironment(
  folder: string,
  { pageSize = pageSizeDefault }: { readonly pageSize?: number } = {},
): Promise<Environment> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, dataFile);
  const damage = await damageOf(file);
  if (damage !== undefined) throw new FolderDamaged(`${file} is damaged: ${damage}`);
  const root = open({
    path: folder,
    noSubdir: false,
    overlappingSync: false,
    eventTurnBatching: false,
    mapSize: mapBytes,
    pageSize,
    encoding: 'binary',
    keyEncoding: 'binary',
  });
  const state = { open: true };
  const running = new Set<Promise<unknown>>();
  const ensureOpen = (): void => {
    if (!state.open) throw new Unavailable(`expected ${folder} to be open, but it was closed`);
  };
  const run = async <Result>(start: () => Promise<Result>): Promise<Result> => {
    ensureOpen();
    const result = start().catch(error => translated(error, folder));
    running.add(result);
    return result.finally(() => running.delete(result));
  };
  const labels = (): Table<string> =>
    root.openDB('label', { encoding: 'string', keyEncoding: 'binary' });
  await syncFolder(folder);
  await syncFolder(dirname(folder));
  return {
    binaryTable: name => root.openDB(name, { encoding: 'binary', keyEncoding: 'binary' }),
    textTable: name => root.openDB(name, { encoding: 'string', keyEncoding: 'binary' }),
    batch: async writes => {
      await run(() => root.batch(writes));
    },
    transact: work => run(() => root.childTransaction(work)),
    ensureOpen,
    label: {
      read: async () => labels().get(labelKey),
      write: text =>
        run(() => root.batch(() => labels().put(labelKey, text))).then(() => undefined),
    },
    copyTo: async target => {
      await mkdir(target, { recursive: true, mode: 0o700 });
      await run(() => root.backup(target, true));
    },
    close: async () => {
      if (!state.open) return;
      state.open = false;
      await Promise.allSettled(running);
      await root.close();
    },
  };
}

/** A commit that failed carries its cause as a promise, whose rejection must be handled. */
async function translated(error: unknown, folder: string): Promise<never> {
  if (!(error instanceof Error)) throw error;
  if ('commitError' in error) {
    const cause = await Promise.resolve(error.commitError).catch((reason: unknown) => reason);
    throw new Unavailable(`expected a commit in ${folder}, but it failed`, { cause });
  }
  // lmdb numbers its own errors; an error thrown inside a transaction has no number.
  if ('code' in error && typeof error.code === 'number')
    throw new Unavailable(`expected a write in ${folder}, but it failed`, { cause: error });
  throw error;
}
