import { openEnvironment } from '../lmdb/environment.ts';
import { type ReadTables, readTables, type StoredTable } from './lmdb-tables.ts';
import type { ReadStore } from './port.ts';
import { type EncodedChange, encodeChange, writeChange } from './write.ts';

/** The read store of a process, in a folder of its own. */
export async function openLmdbReadStore({ folder }: { folder: string }): Promise<ReadStore> {
  const environment = await openEnvironment(folder);
  const tables = readTables(environment);
}
