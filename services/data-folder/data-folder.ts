import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderDamaged } from '../../platform/errors.ts';
import { readIfThere, writeDurably } from '../../platform/files/durable-file.ts';
import { syncFolder } from '../../platform/files/sync-folder.ts';
import type { Label } from '../../platform/lmdb/environment.ts';
import {
  adopted,
  assertOneIdentity,
  type EngineName,
  type Manifest,
  parseStamp,
  stampText,
} from './identity.ts';
import { createManifest, readManifest, writeManifest } from './manifest.ts';

/** Where the folder has its identity. */
const manifestFile = 'identity.json';
/** Where an engine without labels of its own has what it carries. No blob has such a name. */
const stampFile = 'IDENTITY';

/** By what an engine is there: without it, opening the engine makes a new one. */
const foundBy: Readonly<Record<EngineName, string>> = {
  warehouse: 'warehouse/metadata',
  log: 'log/data.mdb',
  events: 'events/data.mdb',
  blobs: 'blobs',
};

export type DataFolder = {
  /**
   * Compares what the engines carry and gives all of them the identity of this start; its id. Throws `FolderDamaged`.
   *  labels  of engines that have their own
   */
  identify(labels: Partial<Record<EngineName, Label | undefined>>): Promise<string>;
};

/**
 * Looks at a data folder before anything in it is opened. Throws `FolderDamaged` where an engine is missing beside others.
 *  embedded  engines that lie in the folder
 */
export async function openDataFolder(
  folder: string,
  embedded: readonly EngineName[],
): Promise<DataFolder> {
  const file = join(folder, manifestFile);
  const known = await knownManifest(file, folder, embedded);
  await assertAllThere(folder, known?.engines ?? embedded, embedded);
  return {
    identify: async given => {
      const labels = embedded.map(engine => given[engine] ?? fileLabel(join(folder, engine)));
      const stamps = await Promise.all(labels.map(label => label.read()));
      const stamped = embedded.map((engine, index) => ({
        engine,
        path: join(folder, engine),
        stamp: parseStamp(stamps[index]),
      }));
      const before = known ?? adopted(stamped) ?? firstManifest();
      assertOneIdentity(before, stamped);
      const { id } = before;
      const start = before.isSettled ? before.start + 1 : before.start;
      await writeManifest(file, { ...before, start, isSettled: false });
      for (const label of labels) await label.write(stampText({ id, start }));
      await writeManifest(file, { id, start, isSettled: true, engines: embedded });
      return id;
    },
  };
}

const firstManifest = (): Manifest => ({
  id: randomUUID(),
  start: 1,
  isSettled: false,
  engines: [],
});

/**
 * A folder in which there is nothing yet gets its first manifest at once, so that a start that ends early leaves no
 * engines that seem to miss others. Undefined: engines without one, of a release before manifests or because it was lost.
 */
async function knownManifest(
  file: string,
  folder: string,
  embedded: readonly EngineName[],
): Promise<Manifest | undefined> {
  const found = await readManifest(file);
  if (found !== undefined) return found;
  for (const engine of embedded) if (await isThere(join(folder, foundBy[engine]))) return undefined;
  await createManifest(file, firstManifest());
  return readManifest(file);
}

async function assertAllThere(
  folder: string,
  expected: readonly EngineName[],
  embedded: readonly EngineName[],
): Promise<void> {
  for (const engine of embedded.filter(each => expected.includes(each))) {
    const path = join(folder, foundBy[engine]);
    if (!(await isThere(path)))
      throw new FolderDamaged(
        `${path} is missing or empty, and other engines of the folder are not`,
      );
  }
}

async function isThere(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.isDirectory() || found.size > 0);
}

/** The label of an engine that is a folder of files. */
function fileLabel(folder: string): Label {
  const file = join(folder, stampFile);
  return {
    read: () => readIfThere(file),
    write: async text => {
      await writeDurably(file, text);
      await syncFolder(folder);
    },
  };
}
