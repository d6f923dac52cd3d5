import { rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { readDdl } from '../../platform/warehouse/ddl.ts';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { migrate } from '../../platform/warehouse/migrate.ts';
import { openDataFolder } from '../../services/data-folder/data-folder.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

let made: Promise<TemporaryFolder> | undefined;

/**
 * Puts our empty tables into a new data folder. They are made once in a mocha process and copied from then on, which takes
 * a server a third of the processor time of its start. The folder has an identity of its own.
 */
export async function placeWarehouse(dataDir: string): Promise<void> {
  made ??= make();
  const { path } = await made;
  await openDataFolder(dataDir, ['warehouse', 'log', 'events', 'blobs']);
  await cp(path, join(dataDir, 'warehouse'), { recursive: true, verbatimSymlinks: true });
}

async function make(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  process.once('exit', () => rmSync(folder.path, { recursive: true, force: true }));
  const warehouse = await openEmbeddedWarehouse({ folder: folder.path });
  await migrate(warehouse, await readDdl());
  await warehouse.close();
  return folder;
}
