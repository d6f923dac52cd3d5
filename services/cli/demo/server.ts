import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../../platform/config/config.ts';
import { openLog } from '../../../platform/log.ts';
import { CommandFailed } from '../errors.ts';
import { register, type Verified, verify } from '../registration.ts';
import type { ServerOptions, StartServer } from '../server.ts';
import { startFolder } from '../start-folder.ts';

export type DemoServer = {
  readonly url: string;
  readonly folder: string;
  /** The log is in a file, so that the terminal stays readable. */
  readonly logFile: string;
  /** Registers over HTTP, with the code that was mailed. */
  readonly register: (email: string, service: string) => Promise<Verified>;
  /** Stops, and forgets a temporary folder unless it is to be looked at. */
  readonly stop: (options: { readonly keep: boolean }) => Promise<void>;
};

export type DemoServerOptions = { readonly port: string; readonly dataDir?: string };

const mailMsMax = 10_000;

/** A complete Tidemark in this process, independent of the user's environment. */
export async function startDemoServer(
  { port, dataDir }: DemoServerOptions,
  startServer: StartServer,
): Promise<DemoServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'tidemark-demo-')));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const logFile = join(folder, 'demo.log');
  const mails = openMails();
  const forget = async (): Promise<void> => {
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  };
  const server = await startFolder(
    { ...optionsOf(folder, port, logFile), codeMailed: mails.add },
    startServer,
  ).catch(async error => {
    await forget();
    throw error;
  });
  return {
    url: server.url,
    folder,
    logFile,
    register: async (email, service) => {
      const { url } = server;
      const code = mails.next(email);
      const session = await register(url, {
        email,
        serviceName: service,
        organizationName: 'Shop',
      });
      return verify(url, session.session_id, await code);
    },
    stop: async ({ keep }) => {
      await server.stop();
      if (!keep) await forget();
    },
  };
}

function optionsOf(folder: string, port: string, logFile: string): ServerOptions {
  const configuration = readConfiguration({
    environment: {
      TIDEMARK_DATA_DIR: folder,
      TIDEMARK_PORT: port,
      TIDEMARK_GRPC_PORT: '0',
      // The receiver of its webhook is on this machine.
      TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8',
    },
  });
  const destination = { write: (line: string) => appendFileSync(logFile, line) };
  const log = openLog({ level: 'info', pretty: false, destination });
  return { configuration, log };
}

type Mails = {
  readonly add: (mail: { readonly to: string; readonly code: string }) => void;
  readonly next: (address: string) => Promise<string>;
};

function openMails(): Mails {
  const waiting = new Map<string, (code: string) => void>();
  return {
    add: ({ to, code }) => waiting.get(to)?.(code),
    next: address =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new CommandFailed(`no code was mailed within ${mailMsMax / 1000} s`)),
          mailMsMax,
        );
        waiting.set(address, code => {
          clearTimeout(timer);
          resolve(code);
        });
      }),
  };
}
