import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** The folder with package.json: what is built lies one folder deeper than the source. */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new Error(`expected package.json in ${start} or above`);
}

export const packageVersion = (): string =>
  manifest.parse(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))).version;
