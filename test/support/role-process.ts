import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RoleName } from '../../platform/config/role-names.ts';
import { packageRoot } from '../../platform/package.ts';
import { tidemarkCommand } from './command.ts';
import { nodeEnvironment } from './node-flags.ts';

export type RoleProcess = {
  readonly roles: readonly RoleName[];
  readonly url: string;
  /** Of OTLP over gRPC; undefined where it is not taken. */
  readonly grpcPort: number | undefined;
  readonly dataDir: string;
  readonly pid: number;
  /** Its code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly kill: (signal: NodeJS.Signals) => void;
};

export type RoleProcessOptions = {
  readonly roles: readonly RoleName[];
  /** Its read models and its log lie here, and its outbox when it mails. */
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** 0 when absent: any free port. */
  readonly port?: number;
};

/** In the data folder. */
export const logFile = 'process.log';

/** `tidemark serve` of some roles, as a process of its own; resolves when it listens. */
export async function startRoles(options: RoleProcessOptions): Promise<RoleProcess> {
  const { roles, dataDir, environment, port = 0 } = options;
  await mkdir(dataDir, { recursive: true });
  const child = spawn(process.execPath, [...tidemarkCommand(), 'serve', ...roles], {
    cwd: packageRoot(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...nodeEnvironment,
      TIDEMARK_DATA_DIR: dataDir,
      TIDEMARK_PORT: String(port),
      TIDEMARK_GRPC_PORT: '0',
      ...environment,
    },
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<number | NodeJS.Signals>(resolve => {
    child.once('close', (code, signal) => {
      process.off('exit', end);
      resolve(signal ?? code ?? 0);
    });
  });
  const { url, grpcPort } = await listening(child, ended, join(dataDir, logFile));
  return {
    roles,
    url,
    grpcPort,
    dataDir,
    ended,
    pid: child.pid ?? 0,
    kill: signal => void child.kill(signal),
  };
}

function listening(
  child: ChildProcess,
  ended: Promise<unknown>,
  logFile: string,
): Promise<Pick<RoleProcess, 'url' | 'grpcPort'>> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('expected pipes');
  const log = createWriteStream(logFile, { flags: 'a' });
  stderr.pipe(log, { end: false });
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).on('line', line => {
      log.write(`${line}\n`);
      if (!line.includes('"listening"')) return;
      const { url, grpc_port: grpcPort } = JSON.parse(line);
      resolve({ url, grpcPort });
    });
    void ended.then(how => {
      reject(new Error(`expected the process to listen, it ended with ${how}: see ${logFile}`));
      log.end();
    });
  });
}
