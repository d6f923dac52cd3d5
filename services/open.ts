import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderBlobStore } from '../platform/blob-store/folder.ts';
import type { BlobStore } from '../platform/blob-store/port.ts';
import type { Configuration } from '../platform/config/config.ts';
import { FolderInUse, unlessUnavailable } from '../platform/errors.ts';
import { type LmdbEventStore, openLmdbEventStore } from '../platform/event-store/lmdb.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { lockFolder } from '../platform/files/folder-lock.ts';
import { openBlobKeyring } from '../platform/keyring/blob.ts';
import { openCheckedMasterKey } from '../platform/keyring/checked-master-key.ts';
import type { Keyring } from '../platform/keyring/port.ts';
import type { LanguageModel } from '../platform/language-model/port.ts';
import { openRemoteModel } from '../platform/language-model/remote.ts';
import type { Log } from '../platform/log.ts';
import { openOutboxMailer } from '../platform/mailer/outbox.ts';
import type { Mailer } from '../platform/mailer/port.ts';
import { openSmtpMailer } from '../platform/mailer/smtp.ts';
import { type Outbound, openOutbound } from '../platform/outbound/request.ts';
import type { PaymentProvider } from '../platform/payments/port.ts';
import { openSandboxPayments } from '../platform/payments/sandbox.ts';
import { readModelsOfFolder } from '../platform/read-store/of-folder.ts';
import type { ReadStore } from '../platform/read-store/port.ts';
import { type LmdbTopicLog, openLmdbTopicLog } from '../platform/topic-log/lmdb.ts';
import type { TopicLog } from '../platform/topic-log/port.ts';
import { withTopics } from '../platform/topic-log/with-topics.ts';
import { readDdl } from '../platform/warehouse/ddl.ts';
import { type EmbeddedWarehouse, openEmbeddedWarehouse } from '../platform/warehouse/embedded.ts';
import { migrate } from '../platform/warehouse/migrate.ts';
import type { Warehouse } from '../platform/warehouse/port.ts';
import { applyTtl, type TableTtl } from '../platform/warehouse/ttl.ts';
import { assertWhole } from '../platform/warehouse/whole.ts';
import { withMigrations } from '../platform/warehouse/with-migrations.ts';
import { tableTtls } from '../schemas/retention.ts';
import type { FolderEngines } from './data-folder/backup.ts';
import { compactIfWished } from './data-folder/compaction.ts';
import { openDataFolder } from './data-folder/data-folder.ts';
import type { EngineName } from './data-folder/identity.ts';
import { assertEventsReach, assertLogReaches } from './data-folder/positions.ts';
import { topicSpecs } from './topic-specs.ts';
import { readOffsets } from './warehouse-offsets.ts';

/** Every port, whichever technology is behind it. This file alone chooses. */
export type Platform = {
  readonly topicLog: TopicLog;
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly warehouse: Warehouse;
  readonly blobStore: BlobStore;
  readonly keyring: Keyring;
  readonly mailer: Mailer;
  readonly outbound: Outbound;
  readonly payments: PaymentProvider;
  /** Absent: the assistant answers by rules. */
  readonly languageModel?: LanguageModel;
};

export type Opened = Platform & {
  /** Where every engine lies in the data folder. */
  readonly embedded?: FolderEngines;
};

const ownerOnly = 0o700;

/**
 * Opens the engines of this process. The holder of the data folder's lock comes first: the
 * embedded warehouse, or a lock of our own. Servers may be unavailable: their ports report it when used. When
 * an engine does not open, those that did are closed again. Throws `FolderInUse`.
 */
export async function openPlatform(
  configuration: Configuration,
  log: Log,
): Promise<Opened & { readonly close: () => Promise<void> }> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const register = <Engine extends { readonly close: () => Promise<void> }>(
    engine: Engine,
  ): Engine => {
    closers.push(() => engine.close());
    return engine;
  };
  try {
    return { ...(await openEngines(configuration, log, register)), close };
  } catch (error) {
    await close();
    // The operator knows the data folder, not what is in it.
    if (error instanceof FolderInUse)
      throw new FolderInUse(configuration.dataDir, { cause: error });
    throw error;
  }
}

type Register = <Engine extends { readonly close: () => Promise<void> }>(engine: Engine) => Engine;

async function openEngines(
  configuration: Configuration,
  log: Log,
  register: Register,
): Promise<Opened> {
  const { assistantModel, dataDir, engines } = configuration;
  await makeDataDir(dataDir);
  const folder = await openDataFolder(dataDir, embeddedEngines(engines));
  if (engines.clickhouse !== undefined) register(await lockFolder(dataDir));
  const warehouse = register(await openWarehouse(configuration));
  await compactIfWished(dataDir, log);
  const blobStore = register(await openBlobStore(configuration));
  const masterKey = await openCheckedMasterKey(configuration, blobStore);
  const keyring = openBlobKeyring({ blobStore, masterKey });
  const topicLog = register(await openTopicLog(configuration, log));
  const eventStore = register(await openEventStore(configuration));
  const id = await folder.identify({ log: topicLog.label, events: eventStore.label });
  // Derived from the events, so each process has its own.
  const readStore = register(await readModelsOfFolder(join(dataDir, 'read'), { id, log }));
  if (engines.kurrentdb === undefined)
    await assertEventsReach(readStore.upTo(), dataDir, eventStore);
  if (engines.kafka === undefined)
    await assertLogReaches(dataDir, readOffsets({ topicLog, warehouse }));
  const embedded = embeddedOf(configuration, warehouse, topicLog, eventStore);
  return {
    ...(embedded && { embedded }),
    warehouse,
    blobStore,
    keyring,
    payments: await openPayments(configuration, keyring),
    topicLog,
    eventStore,
    readStore,
    mailer: register(await openMailer(configuration)),
    ...(assistantModel && { languageModel: register(openRemoteModel(assistantModel)) }),
    outbound: register(openOutbound({ allow: configuration.outboundAllow })),
  };
}

/** Those that no server replaces, and that lie in the data folder. */
const embeddedEngines = (engines: Configuration['engines']): readonly EngineName[] => [
  ...(engines.clickhouse === undefined ? (['warehouse'] as const) : []),
  ...(engines.kafka === undefined ? (['log'] as const) : []),
  ...(engines.kurrentdb === undefined ? (['events'] as const) : []),
  ...(engines.s3 === undefined ? (['blobs'] as const) : []),
];

/** What an engine in the data folder has beside its port: a label, and a way to copy it while it is used. */
type InFolder<Engine, Names extends keyof Engine> = Partial<Pick<Engine, Names>>;
type AnyWarehouse = Warehouse & InFolder<EmbeddedWarehouse, 'freeze'>;
type AnyTopicLog = TopicLog & InFolder<LmdbTopicLog, 'label' | 'copyTo'>;
type AnyEventStore = EventStore & InFolder<LmdbEventStore, 'label' | 'copyTo'>;

/** Undefined where an engine is a server: what is in the folder is not everything then. */
function embeddedOf(
  { engines }: Configuration,
  warehouse: AnyWarehouse,
  topicLog: AnyTopicLog,
  eventStore: AnyEventStore,
): FolderEngines | undefined {
  const { freeze } = warehouse;
  const { copyTo: copyLog, lag } = topicLog;
  const { copyTo } = eventStore;
  if (engines.s3 || !freeze || !copyLog || !copyTo) return undefined;
  return { warehouse: { freeze }, log: { lag, copyTo: copyLog }, events: { copyTo } };
}

async function makeDataDir(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: ownerOnly });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`TIDEMARK_DATA_DIR cannot be made or used: ${why}`, { cause });
  }
}

async function openWarehouse(configuration: Configuration): Promise<AnyWarehouse> {
  const { dataDir, engines } = configuration;
  const ddl = await readDdl();
  const keeps = keepsOf(configuration);
  if (engines.clickhouse !== undefined) {
    const { openHttpWarehouse } = await import('../platform/warehouse/http.ts');
    const { cluster, caFile, ...server } = engines.clickhouse;
    const http = await openHttpWarehouse({
      ...server,
      ...(caFile !== undefined && { tls: { ca: await readFile(caFile) } }),
      ...(cluster !== undefined && { replicated: { cluster } }),
    });
    return withMigrations(http, ddl, keeps);
  }
  const folder = join(dataDir, 'warehouse');
  const warehouse = await openEmbeddedWarehouse({
    folder,
    tmpFolder: join(dataDir, 'tmp'),
  });
  return closedUnless(warehouse, async () => {
    await migrate(warehouse, ddl);
    await assertWhole(warehouse, ddl, folder);
    await applyTtl(warehouse, keeps);
  });
}

const keepsOf = ({ retention }: Configuration): readonly TableTtl[] =>
  Object.entries(tableTtls).map(([table, { since, period, times = 1 }]) => ({
    table,
    since,
    keptMs: retention[period] * times,
  }));

async function openTopicLog(configuration: Configuration, log: Log): Promise<AnyTopicLog> {
  const { dataDir, engines, retention } = configuration;
  const specs = topicSpecs(engines.kafka, retention);
  if (engines.kafka !== undefined) {
    const kafka = withTopics(await openKafka(engines.kafka, log), specs);
    // Topics of another shape are a refusal to start; a broker that is away is not.
    return closedUnless(kafka, () => kafka.check().catch(unlessUnavailable));
  }
  const topicLog = await openLmdbTopicLog({ folder: join(dataDir, 'log') });
  return closedUnless(topicLog, () => topicLog.createTopics(specs));
}

async function openKafka(
  kafka: NonNullable<Configuration['engines']['kafka']>,
  log: Log,
): Promise<TopicLog> {
  const { openKafkaTopicLog } = await import('../platform/topic-log/kafka.ts');
  const { brokers, replication, compression, ssl, caFile, sasl } = kafka;
  return openKafkaTopicLog({
    brokers,
    compression,
    log,
    ssl: caFile === undefined ? ssl : { ca: [await readFile(caFile)] },
    ...(sasl !== undefined && { sasl }),
    ...(replication !== undefined && { replication }),
  });
}

async function openEventStore({ dataDir, engines }: Configuration): Promise<AnyEventStore> {
  if (engines.kurrentdb === undefined)
    return openLmdbEventStore({ folder: join(dataDir, 'events') });
  const { openKurrentEventStore } = await import('../platform/event-store/kurrentdb.ts');
  return openKurrentEventStore(engines.kurrentdb);
}

async function openBlobStore({ dataDir, engines }: Configuration): Promise<BlobStore> {
  if (engines.s3 === undefined) return openFolderBlobStore({ folder: join(dataDir, 'blobs') });
  const { openS3BlobStore } = await import('../platform/blob-store/s3.ts');
  return openS3BlobStore(engines.s3);
}

function openMailer(configuration: Configuration): Promise<Mailer> | Mailer {
  const { dataDir, mailFrom: from, smtpUrl, retention } = configuration;
  if (smtpUrl !== undefined) return openSmtpMailer({ url: smtpUrl, from });
  return openOutboxMailer({ folder: join(dataDir, 'outbox'), from, keptMs: retention.outboxMs });
}

async function openPayments({ stripe }: Configuration, keyring: Keyring): Promise<PaymentProvider> {
  if (stripe === undefined) return openSandboxPayments({ keyring });
  const { openStripePayments } = await import('../platform/payments/stripe.ts');
  return openStripePayments(stripe);
}

/** What is done with an engine before it is handed out. */
async function closedUnless<Engine extends { readonly close: () => Promise<void> }>(
  engine: Engine,
  done: () => Promise<void>,
): Promise<Engine> {
  try {
    await done();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
