import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';

const run = promisify(execFile);
const buildMsMax = 20 * 60_000;
const outputBytesMax = 64 * 1024 ** 2;

/** A program that is built when it is not cached; the reason where that is not possible. */
export type CachedProgram = { readonly path: string } | { readonly missing: string };

export type Recipe = {
  /** With the version. */
  readonly name: string;
  /** A change of them makes it another program. */
  readonly files: readonly string[];
  /** Builds in an empty folder, and resolves with the file that it made there. */
  readonly build: (folder: string) => Promise<string>;
};

export async function cachedProgram({ name, files, build }: Recipe): Promise<CachedProgram> {
  const path = await placeOf({ name, files });
  if (existsSync(path)) return { path };
  await mkdir(cacheFolder(), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(), 'build-'));
  try {
    await rename(await build(folder), path);
    return { path };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where the program is once it has been built. */
export async function placeOf({ name, files }: Pick<Recipe, 'name' | 'files'>): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return join(cacheFolder(), `${name}-${hash.digest('hex').slice(0, 8)}`);
}

/** At the lowest priority and one package at a time: whoever builds has other things to do. */
export async function buildStep(
  command: readonly string[],
  { folder, cwd = folder }: { readonly folder: string; readonly cwd?: string },
): Promise<void> {
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-buildvcs=false -p=1' };
  const options = { cwd, env, timeout: buildMsMax, maxBuffer: outputBytesMax };
  await run('nice', ['-n', '19', ...command], options);
}
