import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the mails of outboxes, each once. */
export type OutboxReader = (dataDir: string, to?: string) => Promise<string | undefined>;

/** The six digits of the latest mail to an address, or to anybody, that was not read before. */
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
      return /^Subject: .*(\d{6})\r?$/m.exec(mail)?.[1];
    }
    return undefined;
  };
}
