import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-ports.ts';

const run = promisify(execFile);

export const s3MockVersion = '4.7.0';
const downloadMsMax = 240_000;
const host = '127.0.0.1';

type Mock = { readonly endpoint: string; readonly stop: () => Promise<void> };

/** Where a mock comes back with the data and the port that it had. */
type Place = { readonly folder: string; readonly port: number };

/** Adobe's S3Mock, on a free port and its data in a temporary folder when no place is given. */
export async function startS3Mock(jar: string, bucket: string, place?: Place): Promise<Mock> {
  const folder = place?.folder ?? (await mkdtemp(join(tmpdir(), 'tidemark-s3-')));
  const port = place?.port ?? (await freePort());
  const settings = {
    'server.address': host,
    'server.port': port,
    'server.ssl.enabled': false,
    // It insists on a second port, and on every address; any free one, for nobody.
    'com.adobe.testing.s3mock.httpPort': 0,
    'com.adobe.testing.s3mock.store.initial-buckets': bucket,
    'com.adobe.testing.s3mock.store.root': folder,
    'com.adobe.testing.s3mock.store.retain-files-on-exit': true,
  };
  const given = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const child = spawn('java', ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-jar', jar, ...given], {
    stdio: 'ignore',
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const endpoint = `http://${host}:${port}`;
  await answering(endpoint, child);
  return {
    endpoint,
    stop: async () => {
      process.removeListener('exit', kill);
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        kill();
        await ended;
      }
      if (place === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

const upMsMax = 120_000;
const lookEveryMs = 100;

async function answering(endpoint: string, child: ChildProcess): Promise<void> {
  const endMs = performance.now() + upMsMax;
  while (performance.now() < endMs) {
    if (child.exitCode !== null) throw new Error(`expected S3Mock, it ended: ${child.exitCode}`);
    const answer = await fetch(endpoint).catch(() => undefined);
    if (answer?.ok) return;
    await pause(lookEveryMs);
  }
  throw new Error(`expected S3Mock to answer within ${upMsMax} ms`);
}

/** The executable jar, from Maven Central when it is not cached; undefined without java and mvn. */
export async function s3MockJar(): Promise<string | undefined> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tidemark');
  const jar = join(cache, `s3mock-${s3MockVersion}-exec.jar`);
  if (!isOnPath('java')) return undefined;
  if (existsSync(jar)) return jar;
  if (!isOnPath('mvn')) return undefined;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'download-'));
  try {
    const artifact = `-Dartifact=com.adobe.testing:s3mock:${s3MockVersion}:jar:exec`;
    const goal = ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`];
    await run('mvn', goal, { cwd: folder, timeout: downloadMsMax });
    const downloaded = join(folder, `s3mock-${s3MockVersion}-exec.jar`);
    await rename(downloaded, jar).catch(() => cp(downloaded, jar));
    return jar;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isOnPath(tool: string): boolean {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.some(folder => folder !== '' && existsSync(join(folder, tool)));
}
