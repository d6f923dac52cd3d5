import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../support/until.ts';
import { type CollectorOptions, settingsOf } from './settings.ts';

export type Collector = {
  /** Where it takes OTLP over HTTP. */
  readonly url: string;
  /** All that it has logged, also in earlier runs in the same folder. */
  readonly log: () => Promise<string>;
  /** It goes on with its queue, if that is in files, when it is started again in the same folder. */
  readonly stop: () => Promise<void>;
};

const upMsMax = 30_000;
const lastWordsLength = 2_000;

export async function startCollector(options: CollectorOptions): Promise<Collector> {
  const { binary, folder, port } = options;
  await mkdir(join(folder, 'queue'), { recursive: true });
  const config = join(folder, 'collector.yaml');
  await writeFile(config, JSON.stringify(settingsOf(options)));
  const child = spawn(binary, ['--config', `file:${config}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const logFile = createWriteStream(join(folder, 'collector.log'), { flags: 'a' });
  child.stderr.pipe(logFile);
  child.stdout.pipe(logFile);
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const url = `http://127.0.0.1:${port}`;
  const log = (): Promise<string> => readFile(join(folder, 'collector.log'), 'utf8');
  const isUp = async (): Promise<boolean> => {
    if (child.exitCode !== null) {
      throw new Error(`the collector ended: ${(await log()).slice(-lastWordsLength)}`);
    }
    return fetch(url).then(
      () => true,
      () => false,
    );
  };
  await until('the collector to listen', isUp, upMsMax);
  return {
    url,
    log,
    stop: async () => {
      process.off('exit', end);
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
