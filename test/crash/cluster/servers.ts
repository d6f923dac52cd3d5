import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpOptions } from '../../../platform/warehouse/http.ts';
import { nodeRuns } from '../../support/command.ts';
import {
  type FakeClickHouse,
  firstLine,
  startFakeClickHouse,
} from '../../support/fake-clickhouse.ts';
import { findJars } from '../../support/jars.ts';
import { startBroker } from '../../support/kafka-broker.ts';
import { startS3Mock } from '../../support/s3-mock.ts';
import { clickhouseSettings } from '../../support/warehouse-settings.ts';

/** `down` from before it is taken away until it answers again. */
type Sight = { readonly broker: 'up' | 'down'; readonly warehouse: 'up' | 'down' };

/** How the warehouse can be away: it ends as it should, it hangs, it dies. */
export type OutageKind = 'stopped' | 'asleep' | 'killed';

/** The servers of a run, each in a process of its own, and how they are taken away for a while. */
export type CrashServers = {
  readonly environment: Readonly<Record<string, string>>;
  readonly brokers: readonly string[];
  readonly warehouse: HttpOptions;
  readonly kurrentdb: string;
  readonly sight: () => Sight;
  /** SIGKILL, and up again after a while. */
  readonly killBroker: (downMs: number) => Promise<void>;
  readonly takeWarehouse: (kind: OutageKind, downMs: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const bucket = 'tidemark';

export async function startServers(folder: string): Promise<CrashServers> {
  const jars = await findJars();
  if (jars === undefined)
    throw new Error('expected java and mvn on the PATH for Kafka and S3Mock, found not both');
  const folders = { warehouse: join(folder, 'warehouse'), events: join(folder, 'events') };
  for (const each of Object.values(folders)) await mkdir(each, { recursive: true });
  const [broker, s3, kurrent, fake] = await Promise.all([
    startBroker(jars.kafka),
    startS3Mock(jars.s3, bucket),
    startKurrent(folders.events),
    startWarehouse(folders.warehouse),
  ]);
  const sight: { broker: 'up' | 'down' } = { broker: 'up' };
  return {
    brokers: broker.brokers,
    warehouse: fake.options,
    kurrentdb: kurrent.url,
    environment: {
      TIDEMARK_MASTER_KEY: randomBytes(32).toString('base64'),
      KAFKA_BROKERS: broker.brokers.join(),
      KAFKA_PARTITIONS: '4',
      // Batches so small that they are full, and the next is formed while one is inserted.
      TIDEMARK_BATCH_MEMORY: '2MiB',
      ...clickhouseSettings(fake),
      KURRENTDB_URL: kurrent.url,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
    },
    sight: () => ({ ...sight, warehouse: fake.sight() }),
    killBroker: async downMs => {
      sight.broker = 'down';
      await broker.kill();
      await pause(downMs);
      await broker.restart();
      sight.broker = 'up';
    },
    takeWarehouse: fake.take,
    stop: async () => {
      await Promise.all([broker.stop(), s3.stop(), kurrent.stop(), fake.stop()]);
    },
  };
}

async function startWarehouse(folder: string) {
  let fake: FakeClickHouse = await startFakeClickHouse({ folder });
  let isUp = true;
  const { port, options } = fake;
  // One that is asleep does not see that its standard input ends.
  process.once('exit', () => void fake.signal('SIGKILL'));
  const again = async (): Promise<void> => {
    fake = await startFakeClickHouse({ folder, port });
  };
  const away: Readonly<Record<OutageKind, (downMs: number) => Promise<void>>> = {
    stopped: async downMs => {
      await fake.stop();
      await pause(downMs);
      await again();
    },
    asleep: async downMs => {
      await fake.signal('SIGSTOP');
      await pause(downMs);
      await fake.signal('SIGCONT');
    },
    killed: async downMs => {
      await fake.signal('SIGKILL');
      await pause(downMs);
      await again();
    },
  };
  return {
    options,
    sight: () => (isUp ? 'up' : 'down'),
    take: async (kind: OutageKind, downMs: number) => {
      isUp = false;
      await away[kind](downMs);
      isUp = true;
    },
    stop: () => fake.stop(),
  } as const;
}

async function startKurrent(folder: string) {
  const script = new URL('../../support/fake-kurrentdb-server.ts', import.meta.url);
  const child = spawn(process.execPath, [...nodeRuns(script), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { url: await firstLine(child), stop: () => endInput(child) };
}

async function endInput(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}
