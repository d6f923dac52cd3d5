import { access, constants, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../../schemas/durations.ts';
import { Unavailable } from '../errors.ts';
import { writeDurably } from '../files/durable-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { compose, toMessage } from './message.ts';
import type { Mail, Mailer } from './port.ts';

const draftSuffix = '.draft';
const sweepMsDefault = hourMs;

export type OutboxOptions = {
  readonly folder: string;
  readonly from: string;
  /** How long a mail stays in the folder. */
  readonly keptMs: number;
  readonly clock?: () => number;
  readonly sweepMs?: number;
};

/** Mails as files for a person to open: what a server without SMTP does with them. */
export async function openOutboxMailer(options: OutboxOptions): Promise<Mailer> {
  const { folder, from, keptMs, clock = Date.now, sweepMs = sweepMsDefault } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeDrafts(folder);
  const sweep = (): Promise<void> => removeBefore(folder, clock() - keptMs);
  await sweep();
  // A folder that cannot be read now is tried the next time; mails that stay do no harm.
  const timer = setInterval(() => void sweep().catch(() => undefined), sweepMs).unref();
  return {
    send: async mail => {
      const draft = join(folder, `${mail.id}${draftSuffix}`);
      const body = await compose(toMessage(mail, from));
      await writeDurably(draft, body);
      await rename(draft, join(folder, fileName(mail)));
      await syncFolder(folder);
    },
    check: async () => {
      try {
        await access(folder, constants.W_OK);
      } catch (cause) {
        throw new Unavailable(`mails cannot be written to ${folder}`, { cause });
      }
    },
    forget: async addresses => {
      let forgotten = 0;
      for (const name of await readdir(folder)) {
        if (!mailName.test(name)) continue;
        const file = join(folder, name);
        if (!addresses.has(await addresseeOf(file))) continue;
        await rm(file, { force: true });
        forgotten++;
      }
      await syncFolder(folder);
      return forgotten;
    },
    close: async () => clearInterval(timer),
  };
}

/** `20260102T030405678Z-<id>.eml`: in order of time, and the same mail twice is one file. */
function fileName({ id, atMs }: Mail): string {
  return `${timeName(atMs)}-${id}.eml`;
}

const timeName = (atMs: number): string => new Date(atMs).toISOString().replace(/[-:.]/g, '');

/** Names begin with the time, so nothing is opened; what was not written here stays. */
async function removeBefore(folder: string, atMs: number): Promise<void> {
  const first = timeName(Math.max(0, atMs));
  for (const name of await readdir(folder)) {
    if (mailName.test(name) && name < first) await rm(join(folder, name), { force: true });
  }
}

/** As `compose` writes it; '' in a mail of somebody else. */
async function addresseeOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return /^To: <?(.+?)>?\r?$/mu.exec(text)?.[1] ?? '';
}

const mailName = /^\d{8}T\d{9}Z-.+\.eml$/u;

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(draftSuffix)) await rm(join(folder, name), { force: true });
  }
}
