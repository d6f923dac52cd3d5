import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Of this package; what is built lies one folder deeper than the source. */
export function packageVersion(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (existsSync(path)) return manifest.parse(JSON.parse(readFileSync(path, 'utf8'))).version;
  }
  throw new Error(`expected package.json in ${start} or above`);
}
