import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Configuration } from '../../platform/config/config.ts';
import { openLog } from '../../platform/log.ts';
import {
  type AdminRequest,
  type AdminTarget,
  isServed,
  requestAdmin,
  socketOf,
  Unreachable,
} from './admin-client.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, UsageError } from './errors.ts';
import type { StartServer } from './server.ts';
import type { Report } from './terminal.ts';

export type OperatorOptions = { readonly url?: string };

export type Answered = {
  readonly body: unknown;
  /** False: no server was running, so this process opened the data folder to answer. */
  readonly running: boolean;
};

export const withOperatorOptions = (command: Command): Command =>
  command.option('--url <url>', 'query a server over HTTP, with TIDEMARK_ADMIN_TOKEN');

/** Queries the running server; without one on this data folder, opens the folder itself. */
export const callAdminApi = (
  asked: AdminRequest,
  options: OperatorOptions,
  context: CommandContext,
  text: string,
): Promise<Answered> =>
  withAdminApi(options, context, text, async ({ ask, running }) => ({
    body: await ask(asked),
    running,
  }));

/** A server that answers operators, running or opened for them. */
export type AdminApi = Pick<Answered, 'running'> & {
  readonly ask: (asked: AdminRequest) => Promise<unknown>;
  /** Shows what goes on, beside the sign that work does. */
  readonly report: Report;
};

/** The same for several requests, which all go to one server. */
export async function withAdminApi<Result>(
  { url }: OperatorOptions,
  context: CommandContext,
  text: string,
  work: (api: AdminApi) => Promise<Result>,
): Promise<Result> {
  const configuration = context.configuration();
  return context.terminal.progress(text, async report => {
    if (url !== undefined) {
      const target = targetOf(url, configuration);
      return work({ ask: asked => overHttp(target, asked), running: true, report });
    }
    const path = socketOf(configuration.dataDir);
    if (await isServed(path)) return work({ ask: askSocket(path), running: true, report });
    return withOwnServer(configuration, context.startServer, ask =>
      work({ ask, running: false, report }),
    );
  });
}

const askSocket =
  (path: string): AdminApi['ask'] =>
  asked =>
    requestAdmin({ kind: 'socket', path }, asked);

function targetOf(url: string, { adminToken: token }: Configuration): AdminTarget {
  if (!/^https?:\/\//u.test(url) || !URL.canParse(url)) {
    throw new UsageError(`expected --url to be an http or https URL, found ${url}`);
  }
  if (token === undefined) {
    throw new UsageError('--url needs the token of that server in TIDEMARK_ADMIN_TOKEN');
  }
  return { kind: 'url', url: url.replace(/\/+$/u, ''), token };
}

async function overHttp(target: AdminTarget, asked: AdminRequest): Promise<unknown> {
  try {
    return await requestAdmin(target, asked);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new CommandFailed(`${error.message}: check the URL and that the server runs`);
  }
}

async function withOwnServer<Result>(
  configuration: Configuration,
  startServer: StartServer,
  work: (ask: AdminApi['ask']) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = configuration;
  if (!existsSync(dataDir)) {
    throw new CommandFailed(
      `there is no data folder ${dataDir}: start a server with tidemark serve, or set TIDEMARK_DATA_DIR`,
    );
  }
  const log = openLog({ level: 'silent', pretty: false });
  const server = await startServer({ configuration, log, listen: false });
  try {
    return await work(askSocket(server.adminSocket));
  } finally {
    await server.stop();
  }
}
