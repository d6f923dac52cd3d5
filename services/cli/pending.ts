import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** Identifies a registration on this machine. */
export type PendingName = {
  readonly url: string;
  readonly email: string;
  readonly serviceName: string;
};

const session = z.object({ session_id: z.string() });

/**
 * Remembers a registration that waits for its code, so that a second call can bring it: one without
 * a terminal cannot be asked. In a folder that only this user can write; without the code it is worth nothing.
 */
export async function savePendingRegistration(name: PendingName, sessionId: string): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  if (!(await isOurs())) return;
  const body = JSON.stringify({ session_id: sessionId });
  await writeFile(fileOf(name), body, { mode: 0o600 });
}

export async function recallPending(name: PendingName): Promise<string | undefined> {
  if (!(await isOurs())) return undefined;
  const text = await readFile(fileOf(name), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : session.parse(JSON.parse(text)).session_id;
}

export const forgetPending = (name: PendingName): Promise<void> =>
  rm(fileOf(name), { force: true });

const folder = (): string => join(tmpdir(), `tidemark-init-${userInfo().uid}`);

/** Another user may have created a folder with that name. */
async function isOurs(): Promise<boolean> {
  const found = await lstat(folder()).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === userInfo().uid;
}

function fileOf({ url, email, serviceName }: PendingName): string {
  const name = JSON.stringify([url, email.trim().toLowerCase(), serviceName]);
  return join(folder(), `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.json`);
}
