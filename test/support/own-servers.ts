import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'mocha';
import { startFakeClickHouse } from './fake-clickhouse.ts';
import { startFakeKurrentDb } from './fake-kurrentdb.ts';
import { freePorts } from './free-ports.ts';
import { findJars, type Jars, jarsOrSkip } from './jars.ts';
import { startBroker } from './kafka-broker.ts';
import { largePlan } from './large-plan.ts';
import { startS3Mock } from './s3-mock.ts';
import type { Servers } from './servers.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { clickhouseSettings } from './warehouse-settings.ts';

/** A server that comes back where it was, with all that it had. */
export type OwnServer = {
  readonly start: () => Promise<void>;
  /** As by a crash. */
  readonly stop: () => Promise<void>;
};

/** Servers that a suite may break. None of them runs yet. */
export type OwnServers = Servers & {
  readonly kafka: OwnServer;
  readonly clickhouse: OwnServer;
  readonly kurrentdb: OwnServer;
  readonly s3: OwnServer;
  readonly close: () => Promise<void>;
};

/** Skips, visibly, without what Kafka and S3 are made of here; whatever is given by settings is not broken. */
export const ownServersOrSkip = async (context: Context): Promise<OwnServers> =>
  serversFrom(await jarsOrSkip(context));

/** Undefined without what Kafka and S3 are made of here. */
export async function openOwnServers(): Promise<OwnServers | undefined> {
  const jars = await findJars();
  return jars && serversFrom(jars);
}

const bucket = 'tidemark';

async function serversFrom(jars: Jars): Promise<OwnServers> {
  const folder = await temporaryFolder();
  const [clickhousePort = 0, kurrentPort = 0, s3Port = 0] = await freePorts(3);
  const place = (name: string, port: number) => ({ folder: join(folder.path, name), port });
  for (const name of ['clickhouse', 'kurrentdb', 's3']) await mkdir(join(folder.path, name));
  const broker = await startBroker(jars.kafka);
  await broker.kill();
  // Only a fake server that runs tells how it is reached.
  const fake = await startFakeClickHouse(place('clickhouse', clickhousePort));
  await fake.stop();
  const clickhouse = restartable(async () => {
    const { signal } = await startFakeClickHouse(place('clickhouse', clickhousePort));
    return { stop: () => signal('SIGKILL') };
  });
  const kurrentdb = restartable(() => startFakeKurrentDb(place('kurrentdb', kurrentPort)));
  const s3 = restartable(() => startS3Mock(jars.s3, bucket, place('s3', s3Port)));
  return {
    environment: {
      TIDEMARK_MASTER_KEY: randomBytes(32).toString('base64'),
      TIDEMARK_REGISTRATIONS_PER_HOUR: '1000000',
      TIDEMARK_REQUESTS_PER_SECOND: '1000000',
      ...largePlan,
      KAFKA_BROKERS: broker.brokers.join(),
      KAFKA_PARTITIONS: '4',
      ...clickhouseSettings(fake),
      KURRENTDB_URL: `kurrentdb://127.0.0.1:${kurrentPort}?tls=false`,
      S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
    },
    kafka: restartable(async () => {
      await broker.restart();
      return { stop: broker.kill };
    }),
    clickhouse,
    kurrentdb,
    s3,
    close: async () => {
      await Promise.all([broker.stop(), clickhouse.stop(), kurrentdb.stop(), s3.stop()]);
      await folder.remove();
    },
  };
}

function restartable(begin: () => Promise<{ readonly stop: () => Promise<void> }>): OwnServer {
  let running: { readonly stop: () => Promise<void> } | undefined;
  return {
    start: async () => {
      running ??= await begin();
    },
    stop: async () => {
      await running?.stop();
      running = undefined;
    },
  };
}
