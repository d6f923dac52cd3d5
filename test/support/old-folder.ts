import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import { openMasterKey } from '../../platform/keyring/master-key.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import { readDdl } from '../../platform/warehouse/ddl.ts';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { migrate } from '../../platform/warehouse/migrate.ts';
import { topicSpecs } from '../../services/topic-specs.ts';

const oldPartitions = 4;
/** The last definition of a table that version 0.1 knew. */
const oldDefinition = 17;
const specs = topicSpecs(undefined, { topicsMs: 86_400_000 });

/** A data folder as version 0.1 left it: every engine, none of which carries an identity. */
export async function createOldFolder(dataDir: string): Promise<void> {
  const inFolder = (name: string): string => join(dataDir, name);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await createOldTables({ folder: inFolder('warehouse'), tmpFolder: inFolder('tmp') });
  const blobStore = await openFolderBlobStore({ folder: inFolder('blobs') });
  await blobStore.close();
  await openMasterKey(inFolder('master.key'));
  await createOldTopics(inFolder('log'));
  const events = await openLmdbEventStore({ folder: inFolder('events') });
  await events.close();
}

async function createOldTables(
  options: Parameters<typeof openEmbeddedWarehouse>[0],
): Promise<void> {
  const ddl = await readDdl();
  const warehouse = await openEmbeddedWarehouse(options);
  try {
    await migrate(
      warehouse,
      ddl.filter(({ number }) => number <= oldDefinition),
    );
  } finally {
    await warehouse.close();
  }
}

/** The topics of an embedded log as version 0.1 created them. */
export async function createOldTopics(
  folder: string,
  only: readonly string[] = specs.map(({ topic }) => topic),
): Promise<void> {
  const log = await openLmdbTopicLog({ folder });
  const some = specs.filter(({ topic }) => only.includes(topic));
  await log.createTopics(some.map(spec => ({ ...spec, partitions: oldPartitions })));
  await log.close();
}
