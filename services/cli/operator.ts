import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Configuration } from '../../platform/config/config.ts';
import { openLog } from '../../platform/log.ts';
import {
  type AdminRequest,
  type AdminTarget,
  requestAdmin,
  socketOf,
  Unreachable,
} from './admin-client.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, UsageError } from './errors.ts';
import type { StartServer } from './server.ts';

export type OperatorOptions = { readonly url?: string };

export type Answered = {
  readonly body: unknown;
  /** False: no server was running, so this process opened the data folder to answer. */
  readonly running: boolean;
};

export const withOperatorOptions = (command: Command): Command =>
  command.option('--url <url>', 'query a server over HTTP, with TIDEMARK_ADMIN_TOKEN');

/** Queries the running server; without one on this data folder, opens the folder itself. */
export async function callAdminApi(
  asked: AdminRequest,
  { url }: OperatorOptions,
  context: CommandContext,
  text: string,
): Promise<Answered> {
  const configuration = context.configuration();
  return context.terminal.progress(text, async () => {
    if (url !== undefined) return overHttp(asked, url, configuration);
    try {
      const path = socketOf(configuration.dataDir);
      return { body: await requestAdmin({ kind: 'socket', path }, asked), running: true };
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return { body: await askOneself(asked, configuration, context.startServer), running: false };
    }
  });
}

async function overHttp(
  asked: AdminRequest,
  url: string,
  { adminToken: token }: Configuration,
): Promise<Answered> {
  if (!/^https?:\/\//u.test(url) || !URL.canParse(url)) {
    throw new UsageError(`expected --url to be an http or https URL, found ${url}`);
  }
  if (token === undefined) {
    throw new UsageError('--url needs the token of that server in TIDEMARK_ADMIN_TOKEN');
  }
  const target: AdminTarget = { kind: 'url', url: url.replace(/\/+$/u, ''), token };
  try {
    return { body: await requestAdmin(target, asked), running: true };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new CommandFailed(`${error.message}: check the URL and that the server runs`);
  }
}

async function askOneself(
  asked: AdminRequest,
  configuration: Configuration,
  startServer: StartServer,
): Promise<unknown> {
  const { dataDir } = configuration;
  if (!existsSync(dataDir)) {
    throw new CommandFailed(
      `there is no data folder ${dataDir}: start a server with tidemark serve, or set TIDEMARK_DATA_DIR`,
    );
  }
  const log = openLog({ level: 'silent', pretty: false });
  const server = await startServer({ configuration, log, listen: false });
  try {
    return await requestAdmin({ kind: 'socket', path: server.adminSocket }, asked);
  } finally {
    await server.stop();
  }
}
