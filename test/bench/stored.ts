import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TableBytes } from './parts.ts';
import { askChild } from './process.ts';

/** Bytes on disk a span: the log, and the warehouse with and without parts that merges replaced. */
export type StoredBytes = {
  readonly log: number;
  readonly warehouse: number;
  readonly activeParts: number;
  readonly tables: readonly TableBytes[];
};

const settleMs = 2_000;
const settlesMax = 15;
const blockBytes = 512;
const askMsMax = 60_000;

/** Waits until the merges in the background have nothing more to do, or half a minute. */
export async function settle(folder: string): Promise<void> {
  let bytes = await bytesIn(folder);
  for (let look = 0; look < settlesMax; look++) {
    await pause(settleMs);
    const before = bytes;
    bytes = await bytesIn(folder);
    if (bytes === before) return;
  }
}

/** Of a data folder whose server has stopped. */
export async function storedBytes(folder: string, spans: number): Promise<StoredBytes> {
  const warehouse = join(folder, 'warehouse');
  const onDisk = await bytesIn(warehouse);
  const log = await bytesIn(join(folder, 'log'));
  const tables = (await askChild('./parts.ts', warehouse, askMsMax)) as readonly TableBytes[];
  const active = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  return { log: log / spans, warehouse: onDisk / spans, activeParts: active / spans, tables };
}

/** As blocks are counted. A part may be renamed or removed while we look. */
export async function bytesIn(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return found.blocks * blockBytes;
    const sizes = await Promise.all((await readdir(path)).map(name => bytesIn(join(path, name))));
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}
