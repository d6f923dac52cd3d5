import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../support/until.ts';

export type Collector = {
  /** Where it takes OTLP over HTTP. */
  readonly url: string;
  /** It goes on with its queue when it is started again in the same folder. */
  readonly stop: () => Promise<void>;
};

export type CollectorOptions = {
  readonly binary: string;
  readonly folder: string;
  readonly port: number;
  /** Where it sends to. */
  readonly endpoint: string;
  readonly key: string;
};

const upMsMax = 30_000;
const lastWordsLength = 2_000;

/** A collector that keeps in files what it cannot deliver, and never gives up. */
export async function startCollector(options: CollectorOptions): Promise<Collector> {
  const { binary, folder, port } = options;
  await mkdir(join(folder, 'queue'), { recursive: true });
  const config = join(folder, 'collector.yaml');
  await writeFile(config, JSON.stringify(settings(options)));
  const child = spawn(binary, ['--config', `file:${config}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(folder, 'collector.log'), { flags: 'a' });
  child.stderr.pipe(log);
  child.stdout.pipe(log);
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const url = `http://127.0.0.1:${port}`;
  const lastWords = async (): Promise<string> =>
    (await readFile(join(folder, 'collector.log'), 'utf8')).slice(-lastWordsLength);
  const isUp = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the collector ended: ${await lastWords()}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  };
  await until('the collector to listen', isUp, upMsMax);
  return {
    url,
    stop: async () => {
      process.off('exit', end);
      await ended(child);
    },
  };
}

const pipeline = { receivers: ['otlp'], processors: ['batch'], exporters: ['otlphttp'] };

/** JSON is YAML as well. */
const settings = ({ folder, port, endpoint, key }: CollectorOptions) => ({
  extensions: { file_storage: { directory: join(folder, 'queue'), fsync: true } },
  receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
  processors: { batch: { timeout: '200ms', send_batch_size: 200 } },
  exporters: {
    otlphttp: {
      endpoint,
      compression: 'gzip',
      headers: { 'X-API-Key': key },
      timeout: '10s',
      retry_on_failure: {
        enabled: true,
        initial_interval: '500ms',
        max_interval: '5s',
        max_elapsed_time: '0s',
      },
      sending_queue: {
        enabled: true,
        storage: 'file_storage',
        num_consumers: 4,
        queue_size: 100_000,
        block_on_overflow: true,
      },
    },
  },
  service: {
    extensions: ['file_storage'],
    telemetry: { metrics: { level: 'none' } },
    pipelines: { traces: pipeline, metrics: pipeline },
  },
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
