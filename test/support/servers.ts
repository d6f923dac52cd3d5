import { randomBytes } from 'node:crypto';
import type { Context } from 'mocha';
import { atEnd } from './at-end.ts';
import { findClickhouse } from './fake-clickhouse.ts';
import { findKurrent } from './fake-kurrentdb.ts';
import { kafkaOrSkip, type TestKafka } from './kafka.ts';
import { s3OrSkip, type TestS3 } from './s3.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { clickhouseSettings } from './warehouse-settings.ts';

/** The settings of processes that share servers. */
export type Servers = { readonly environment: Readonly<Record<string, string>> };

let found: Promise<Servers> | undefined;

/**
 * Kafka, S3, and ClickHouse and KurrentDB or the fronts that stand for them, for every suite of the
 * run; skips without the first two.
 */
export async function serversOrSkip(context: Context): Promise<Servers> {
  const kafka = await kafkaOrSkip(context);
  const s3 = await s3OrSkip(context);
  found ??= startServers(kafka, s3);
  return found;
}

async function startServers(kafka: TestKafka, s3: TestS3): Promise<Servers> {
  const folder = await temporaryFolder();
  atEnd(folder.remove);
  const clickhouse = await findClickhouse();
  atEnd(clickhouse.stop);
  const kurrent = await findKurrent({ folder: folder.path });
  atEnd(kurrent.stop);
  return {
    environment: {
      TIDEMARK_MASTER_KEY: randomBytes(32).toString('base64'),
      TIDEMARK_REGISTRATIONS_PER_HOUR: '1000000',
      TIDEMARK_REQUESTS_PER_SECOND: '1000000',
      KAFKA_BROKERS: kafka.brokers.join(),
      KAFKA_PARTITIONS: '4',
      ...clickhouseSettings(clickhouse),
      KURRENTDB_URL: kurrent.url,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  };
}
