import { rm } from 'node:fs/promises';
import { openDerived } from '../lmdb/derived.ts';
import type { Log } from '../log.ts';
import { type LmdbReadStore, openLmdbReadStore } from './lmdb.ts';

/** The read models of the data folder with this id; those of another are made again from the events. */
export async function readModelsOfFolder(
  folder: string,
  { id, log }: { readonly id: string; readonly log: Pick<Log, 'warn'> },
): Promise<LmdbReadStore> {
  const store = await openDerived(folder, open, log);
  const label = await store.label.read();
  if (label === id) return store;
  if (label === undefined) return labelled(store, id);
  await store.close();
  log.warn({ folder }, 'read models of another data folder are made again from the events');
  await rm(folder, { recursive: true });
  return labelled(await open(folder), id);
}

const open = (folder: string): Promise<LmdbReadStore> => openLmdbReadStore({ folder });

async function labelled(store: LmdbReadStore, id: string): Promise<LmdbReadStore> {
  await store.label.write(id);
  return store;
}
