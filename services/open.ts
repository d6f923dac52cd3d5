import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderBlobStore } from '../platform/blob-store/folder.ts';
import type { BlobStore } from '../platform/blob-store/port.ts';
import type { Configuration } from '../platform/config/config.ts';
import { FolderInUse } from '../platform/errors.ts';
import { openLmdbEventStore } from '../platform/event-store/lmdb.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { openBlobKeyring } from '../platform/keyring/blob.ts';
import { openMasterKey } from '../platform/keyring/master-key.ts';
import type { Keyring } from '../platform/keyring/port.ts';
import { openOutboxMailer } from '../platform/mailer/outbox.ts';
import type { Mailer } from '../platform/mailer/port.ts';
import { openSmtpMailer } from '../platform/mailer/smtp.ts';
import { openLmdbReadStore } from '../platform/read-store/lmdb.ts';
import type { ReadStore } from '../platform/read-store/port.ts';
import { openLmdbTopicLog } from '../platform/topic-log/lmdb.ts';
import type { TopicLog } from '../platform/topic-log/port.ts';
import { readDdl } from '../platform/warehouse/ddl.ts';
import { openEmbeddedWarehouse } from '../platform/warehouse/embedded.ts';
import { migrate } from '../platform/warehouse/migrate.ts';
import type { Warehouse } from '../platform/warehouse/port.ts';
import { deadTopic, topics } from '../schemas/topics.ts';

/** Every port, whichever technology is behind it. This file alone chooses. */
export type Platform = {
  readonly topicLog: TopicLog;
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly warehouse: Warehouse;
  readonly blobStore: BlobStore;
  readonly keyring: Keyring;
  readonly mailer: Mailer;
};

const ownerOnly = 0o700;
const partitions = 4;

/**
 * Opens the engines of this process, the warehouse first: its lock is the lock of the data folder.
 * When one does not open, those that did are closed again. Throws `FolderInUse`.
 */
export async function openPlatform(
  configuration: Configuration,
): Promise<Platform & { readonly close: () => Promise<void> }> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await openEngines(configuration, closers)), close };
  } catch (error) {
    await close();
    // The operator knows the data folder, not what is in it.
    if (error instanceof FolderInUse)
      throw new FolderInUse(configuration.dataDir, { cause: error });
    throw error;
  }
}

async function openEngines(
  configuration: Configuration,
  closers: (() => Promise<void>)[],
): Promise<Platform> {
  const { dataDir } = configuration;
  const kept = <Engine extends { readonly close: () => Promise<void> }>(engine: Engine): Engine => {
    closers.push(() => engine.close());
    return engine;
  };
  await mkdir(dataDir, { recursive: true, mode: ownerOnly });
  const warehouse = kept(
    await openEmbeddedWarehouse({
      folder: join(dataDir, 'warehouse'),
      tmpFolder: join(dataDir, 'tmp'),
    }),
  );
  await migrate(warehouse, await readDdl());
  const blobStore = kept(await openFolderBlobStore({ folder: join(dataDir, 'blobs') }));
  const masterKey = configuration.masterKey ?? (await openMasterKey(join(dataDir, 'master.key')));
  return {
    warehouse,
    blobStore,
    keyring: openBlobKeyring({ blobStore, masterKey }),
    topicLog: kept(await openTopicLog(configuration)),
    eventStore: kept(await openLmdbEventStore({ folder: join(dataDir, 'events') })),
    readStore: kept(await openLmdbReadStore({ folder: join(dataDir, 'read') })),
    mailer: kept(await openMailer(configuration)),
  };
}

async function openTopicLog({ dataDir, retention }: Configuration): Promise<TopicLog> {
  const topicLog = await openLmdbTopicLog({ folder: join(dataDir, 'log') });
  const names = Object.values(topics).flatMap(topic => [topic, deadTopic(topic)]);
  try {
    await topicLog.createTopics(
      names.map(topic => ({ topic, partitions, retentionMs: retention.topicsMs })),
    );
  } catch (error) {
    await topicLog.close();
    throw error;
  }
  return topicLog;
}

function openMailer({ dataDir, mailFrom: from, smtpUrl }: Configuration): Promise<Mailer> | Mailer {
  return smtpUrl === undefined
    ? openOutboxMailer({ folder: join(dataDir, 'outbox'), from })
    : openSmtpMailer({ url: smtpUrl, from });
}
