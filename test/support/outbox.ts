import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the mails of outboxes, each once. */
export type OutboxReader = (dataDir: string, to?: string) => Promise<string | undefined>;

/** The six digits of the latest mail with a code to an address, or to anybody, that was not read before. */
export function openOutboxReader(): OutboxReader {
  const read = new Set<string>();
  return async (dataDir, to = '') => {
    const outbox = join(dataDir, 'outbox');
    const names = (await readdir(outbox).catch(() => [])).filter(name => name.endsWith('.eml'));
    for (const path of names
      .toSorted()
      .map(name => join(outbox, name))
      .reverse()) {
      if (read.has(path)) continue;
      const mail = await readFile(path, 'utf8');
      if (!mail.toLowerCase().includes(`to: ${to.toLowerCase()}`)) continue;
      read.add(path);
      const code = /^Subject: .*(\d{6})\r?$/m.exec(mail)?.[1];
      if (code !== undefined) return code;
    }
    return undefined;
  };
}

/** Subjects of all mails to an address, the earliest cause first. */
export async function mailsTo(dataDirs: readonly string[], to: string): Promise<string[]> {
  const mails = await messagesTo(dataDirs, to);
  return mails.map(mail => /^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? '');
}

/** All mails to an address with their headers, the earliest cause first. */
export async function messagesTo(dataDirs: readonly string[], to: string): Promise<string[]> {
  const found = await Promise.all(dataDirs.map(dataDir => mailsIn(join(dataDir, 'outbox'))));
  return found
    .flat()
    .filter(mail => mail.toLowerCase().includes(`\r\nto: ${to.toLowerCase()}\r\n`));
}

async function mailsIn(outbox: string): Promise<string[]> {
  const names = (await readdir(outbox).catch(() => [])).filter(name => name.endsWith('.eml'));
  return Promise.all(names.toSorted().map(name => readFile(join(outbox, name), 'utf8')));
}

/** The address of a page in a mail, whose lines may be cut. */
export function linkIn(mail: string, page: 'confirm' | 'unsubscribe'): string | undefined {
  const whole = mail.replace(/=\r\n/gu, '');
  return new RegExp(`https?://\\S+/mail/${page}/[\\w-]+`, 'u').exec(whole)?.[0];
}
