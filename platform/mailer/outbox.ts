import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../durable-file.ts';
import { syncFolder } from '../sync-folder.ts';
import { compose, toMessage } from './message.ts';
import type { Mail, Mailer } from './port.ts';

const draftSuffix = '.draft';

/** Mails as files for a person to open: what a server without SMTP does with them. */
export async function openOutboxMailer({
  folder,
  from,
}: {
  folder: string;
  from: string;
}): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeDrafts(folder);
  return {
    send: async mail => {
      const draft = join(folder, `${mail.id}${draftSuffix}`);
      const body = await compose(toMessage(mail, from));
      await writeDurably(draft, body);
      await rename(draft, join(folder, fileName(mail)));
      await syncFolder(folder);
    },
    close: async () => {},
  };
}

/** `20260102T030405678Z-<id>.eml`: in order of time, and the same mail twice is one file. */
function fileName({ id, atMs }: Mail): string {
  return `${new Date(atMs).toISOString().replace(/[-:.]/g, '')}-${id}.eml`;
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(draftSuffix)) await rm(join(folder, name), { force: true });
  }
}
