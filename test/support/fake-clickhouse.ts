import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { HttpOptions } from '../../platform/warehouse/http.ts';
import { nodeRuns } from './command.ts';

export type ClickhouseServer = {
  /** What answers: `a fake server over the in-process engine`, or the server that was found. */
  readonly name: string;
  /** False of the fake server. */
  readonly isServer: boolean;
  readonly options: HttpOptions;
  readonly stop: () => Promise<void>;
};

/**
 * The real server of `CLICKHOUSE_URL`, else one in a container where Docker answers, else the
 * fake, which is not ClickHouse's own HTTP interface but its engine behind an imitation of it.
 */
export async function findClickhouse(): Promise<ClickhouseServer> {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = process.env;
  if (url !== undefined) {
    const options = { url, ...(user && { user }), ...(password && { password }) };
    const name = `the server at ${new URL(url).host}`;
    return { name, isServer: true, options, stop: async () => undefined };
  }
  return (await inContainer()) ?? startFakeClickHouse();
}

const image = 'clickhouse/clickhouse-server:25.8';

async function inContainer(): Promise<ClickhouseServer | undefined> {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
  const container = await new GenericContainer(image)
    .withEnvironment({ CLICKHOUSE_PASSWORD: 'tidemark', CLICKHOUSE_USER: 'tidemark' })
    .withExposedPorts(8123)
    .withWaitStrategy(Wait.forHttp('/ping', 8123))
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(8123)}`;
  return {
    name: image,
    isServer: true,
    options: { url, user: 'tidemark', password: 'tidemark' },
    stop: async () => {
      await container.stop();
    },
  };
}

/** The fake server as a process of its own. */
export type FakeClickHouse = ClickhouseServer & {
  readonly port: number;
  /** Stopped, resumed or killed; resolves with its end when that is what follows. */
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => Promise<void>;
};

/** Where a fake server comes back with the data and the port that it had. */
export type FakePosition = { readonly folder: string; readonly port?: number };

/** A process of its own, which more than one process may use and a test may kill. */
export async function startFakeClickHouse(place?: FakePosition): Promise<FakeClickHouse> {
  const [user, password] = ['tidemark', "a 'password'"];
  const script = new URL('./fake-clickhouse-server.ts', import.meta.url);
  const placed = place === undefined ? [] : [place.folder, String(place.port ?? 0)];
  const child = spawn(process.execPath, [...nodeRuns(script), user, password, ...placed], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Each statement under way holds a thread; one must remain for files.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  });
  const port = Number(await firstLine(child));
  return {
    name: 'a fake server over the in-process engine',
    isServer: false,
    options: { url: `http://127.0.0.1:${port}`, user, password },
    port,
    signal: async signal => {
      const ended = signal === 'SIGKILL' ? once(child, 'exit') : undefined;
      child.kill(signal);
      await ended;
    },
    stop: () => stop(child),
  };
}

/** The first line that a process prints. */
export async function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('expected a process whose output is piped');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`expected a line of output, found the end of the process, code ${code}`);
  });
  const [chunk] = await Promise.race([once(stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return String(chunk).trim();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}
