import { randomBytes } from 'node:crypto';
import type { Context } from 'mocha';
import { type ClickhouseServer, findClickhouse } from './clickhouse-front.ts';
import { kafkaOrSkip } from './kafka.ts';
import { findKurrent, type KurrentServer } from './kurrentdb-front.ts';
import { s3OrSkip } from './s3.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
import { clickhouseSettings } from './warehouse-settings.ts';

/** The settings of processes that share servers. */
export type Servers = { readonly environment: Readonly<Record<string, string>> };

type Started = Servers & { readonly stop: () => Promise<void> };

let found: Promise<Started> | undefined;

// One set of servers serves every suite of the run.
after(async function () {
  this.timeout(60_000);
  await (await found?.catch(() => undefined))?.stop();
});

/** Kafka, S3, and ClickHouse and KurrentDB or the fronts that stand for them; skips without the first two. */
export async function serversOrSkip(context: Context): Promise<Servers> {
  const kafka = await kafkaOrSkip(context);
  const s3 = await s3OrSkip(context);
  found ??= (async () => {
    const folder = await temporaryFolder();
    const clickhouse = await findClickhouse();
    const kurrent = await findKurrent({ folder: folder.path });
    return {
      environment: {
        TIDEMARK_MASTER_KEY: randomBytes(32).toString('base64'),
        TIDEMARK_REGISTRATIONS_PER_HOUR: '1000000',
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
      stop: () => stopAll(clickhouse, kurrent, folder),
    };
  })();
  return found;
}

async function stopAll(
  clickhouse: ClickhouseServer,
  kurrent: KurrentServer,
  folder: TemporaryFolder,
): Promise<void> {
  await clickhouse.stop();
  await kurrent.stop();
  await folder.remove();
}
