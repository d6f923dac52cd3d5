import { chmodSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Running } from '../../lifecycle.ts';
import type { HttpApp } from '../app.ts';
import { type ServerLimits, serverLimits } from '../limits.ts';
import { listen } from './listen.ts';

export type SocketServerOptions = {
  readonly app: HttpApp;
  readonly path: string;
  readonly limits?: Partial<ServerLimits>;
};

/** What every system can hold in the address of a socket file. */
const pathBytesMax = 103;
const ownerOnly = 0o600;

/**
 * Serves an app on a socket file that only its owner may open. A file left by a process that was
 * killed is replaced; one that somebody answers on, or that is no socket, is a refusal.
 */
export async function startSocketServer({
  app,
  path,
  limits,
}: SocketServerOptions): Promise<Running> {
  const pathBytes = Buffer.byteLength(path);
  if (pathBytes > pathBytesMax) {
    throw new Error(
      `expected a socket path of at most ${pathBytesMax} bytes, found ${pathBytes}: ${path}`,
    );
  }
  await removeStale(path);
  const listening = await listen(app, { path }, { ...serverLimits, ...limits });
  chmodSync(path, ownerOnly);
  return { stop: listening.stop };
}

async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return;
  if (!found.isSocket()) throw new Error(`expected a socket or nothing at ${path}, found a file`);
  if (await answers(path)) throw new Error(`another process answers on ${path}`);
  await rm(path, { force: true });
}

const answers = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(path);
    const settle = (answered: boolean) => (): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });
