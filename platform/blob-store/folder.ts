import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../errors.ts';
import { writeDurably } from '../files/durable-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { checkBlobName } from './name.ts';
import type { BlobStore } from './port.ts';

/** Neither can be part of a blob's name, so files and names are one to one and drafts never listed. */
const slashInFile = '+';
const draftFolder = 'DRAFTS';
const stampFile = 'IDENTITY';

/**
 * Blobs as files of one flat folder, in which `a` and `a/b` may both exist. A file gets its name
 * when its body is on disk, so a visible blob is complete.
 */
export async function openFolderBlobStore({ folder }: { folder: string }): Promise<BlobStore> {
  const drafts = join(folder, draftFolder);
  await translated(async () => {
    await rm(drafts, { recursive: true, force: true });
    await mkdir(drafts, { recursive: true, mode: 0o700 });
  });
  const fileOf = (name: string): string => {
    checkBlobName(name);
    return join(folder, name.replaceAll('/', slashInFile));
  };
  return {
    put: async (name, body) => {
      const file = fileOf(name);
      await translated(async () => {
        await rename(await writeDraft(drafts, body), file);
        await syncFolder(folder);
      });
    },
    putIfAbsent: async (name, body) => {
      const file = fileOf(name);
      return translated(async () => {
        const draft = await writeDraft(drafts, body);
        const taken = await link(draft, file).then(() => false, unlessCode('EEXIST', true));
        await unlink(draft);
        // Also when the name was taken: the winner may not have come this far.
        await syncFolder(folder);
        return !taken;
      });
    },
    get: async name => {
      const file = fileOf(name);
      return translated(() => readFile(file).catch(unlessCode('ENOENT', undefined)));
    },
    delete: async name => {
      const file = fileOf(name);
      await translated(async () => {
        await unlink(file).catch(unlessCode('ENOENT', undefined));
        await syncFolder(folder);
      });
    },
    list: prefix => listNames(folder, prefix),
    close: async () => {},
  };
}

async function writeDraft(drafts: string, body: Uint8Array): Promise<string> {
  const draft = join(drafts, randomUUID());
  await writeDurably(draft, body, 'wx');
  return draft;
}

async function* listNames(folder: string, prefix: string): AsyncIterable<string> {
  const files = await translated(() => readdir(folder));
  const names = files
    .filter(file => file !== draftFolder && file !== stampFile)
    .map(file => file.replaceAll(slashInFile, '/'))
    .filter(name => name.startsWith(prefix));
  yield* names.sort();
}

/** What the file system cannot do now, it may do later. */
async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (codeOf(cause) === undefined) throw cause;
    throw new Unavailable('expected the folder of blobs to be usable', { cause });
  }
}

const unlessCode =
  <Value>(code: string, value: Value) =>
  (error: unknown): Value => {
    if (codeOf(error) === code) return value;
    throw error;
  };

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
