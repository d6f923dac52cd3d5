import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createDurably, readIfThere } from '../files/durable-file.ts';
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
  const found = await findMasterKey(file);
  if (found !== undefined) return found;
  await makeMasterKey(file);
  return parseMasterKey((await readIfThere(file)) ?? '');
}

/** Undefined where there is no such file. */
export async function findMasterKey(file: string): Promise<Buffer | undefined> {
  const found = await readIfThere(file);
  return found === undefined ? undefined : parseMasterKey(found);
}

async function makeMasterKey(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await createDurably(file, `${randomBytes(keyBytes).toString('base64')}\n`);
}
