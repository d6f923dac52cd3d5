import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '../files/durable-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { keyBytes } from './cipher.ts';

/** Reads a master key as an operator gives it: 32 bytes in base64. */
export function parseMasterKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) {
    throw new Error(`expected a master key of ${keyBytes} bytes in base64, found ${key.length}`);
  }
  return key;
}

/** The key in `file`, made at first use. Two processes that start at once get the same one. */
export async function openMasterKey(file: string): Promise<Buffer> {
  const found = await readIfThere(file);
  if (found !== undefined) return parseMasterKey(found);
  await makeMasterKey(file);
  return parseMasterKey(await readFile(file, 'utf8'));
}

async function makeMasterKey(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeDurably(draft, `${randomBytes(keyBytes).toString('base64')}\n`, 'wx');
  try {
    // A link, unlike a rename, never takes the place of a key that somebody else made first.
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
