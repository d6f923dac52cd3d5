import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Bytes on disk a span, as blocks are counted: the warehouse as it is, and the log. */
export type StoredBytes = { readonly warehouse: number; readonly log: number };

const settleMs = 2_000;
const settlesMax = 15;
const blockBytes = 512;

/** Waits until the merges in the background have nothing more to do, or half a minute. */
export async function storedBytes(folder: string, spans: number): Promise<StoredBytes> {
  const warehouse = join(folder, 'warehouse');
  let bytes = await bytesIn(warehouse);
  for (let settle = 0; settle < settlesMax; settle++) {
    await pause(settleMs);
    const before = bytes;
    bytes = await bytesIn(warehouse);
    if (bytes === before) break;
  }
  return { warehouse: bytes / spans, log: (await bytesIn(join(folder, 'log'))) / spans };
}

/** A part may be renamed or removed while we look. */
async function bytesIn(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return found.blocks * blockBytes;
    const sizes = await Promise.all((await readdir(path)).map(name => bytesIn(join(path, name))));
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}
