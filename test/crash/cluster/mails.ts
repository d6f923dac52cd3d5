import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 50;

/** Reads the outbox as people read their mail, each mail once, until stopped. */
export async function keepReadingMails(
  outbox: string,
  codeMailed: (to: string, code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Set<string>();
  while (!signal.aborted) {
    const names = await readdir(outbox).catch(() => []);
    for (const name of names) {
      if (seen.has(name) || !name.endsWith('.eml')) continue;
      seen.add(name);
      const mail = await readFile(join(outbox, name), 'utf8');
      const [, to = ''] = /^To: (.*?)\r?$/m.exec(mail) ?? [];
      const [, code] = /^Subject: .*(\d{6})\r?$/m.exec(mail) ?? [];
      if (code !== undefined) codeMailed(to, code);
    }
    await pause(lookEveryMs, undefined, { signal }).catch(() => {});
  }
}
