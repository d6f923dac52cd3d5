import { join } from 'node:path';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import type { ReadStore, Row } from '../../platform/read-store/port.ts';
import type { WholeTidemark } from './cluster.ts';

type Spoilt = { readonly projection: string; readonly key: string; readonly row: Row };

/** Writes a row that no event gives into the read models of the process that serves operators. */
export async function spoilRow(tidemark: WholeTidemark, spoilt: Spoilt): Promise<void> {
  const folder = tidemark.dataDirs().find(name => name.endsWith('ingest-api'));
  // With one process, its read models are open here.
  if (folder === undefined) return writeRow(tidemark.platform.readStore, spoilt);
  const readStore = await openLmdbReadStore({ folder: join(folder, 'read') });
  await writeRow(readStore, spoilt);
  await readStore.close();
}

async function writeRow(readStore: ReadStore, { projection, key, row }: Spoilt): Promise<void> {
  const table = readStore.current(projection);
  if (table === undefined) throw new Error(`expected the projection ${projection}`);
  const checkpoint = readStore.checkpoint(table);
  await readStore.apply([{ table, writes: [{ key, position: 0, row }], checkpoint }]);
}
