import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { untilAborted } from '../../../platform/async/until-aborted.ts';
import type { Configuration } from '../../../platform/config/config.ts';
import type { CommandContext, Environment } from '../context.ts';
import { CommandFailed } from '../errors.ts';
import { askForCode } from '../init/code.ts';
import { type OwnServer, startOwnServer } from '../init/own-server.ts';
import { assertTidemark, probeEndpoint } from '../init/probe-endpoint.ts';
import { showFirstSpan, showKey } from '../init/show.ts';
import {
  forgetPending,
  type PendingName,
  recallPending,
  savePendingRegistration,
} from '../pending.ts';
import { register, type Verified, verify } from '../registration.ts';
import { listeningUrl, serverUrl } from '../server-url.ts';

type InitOptions = {
  readonly email: string;
  readonly service: string;
  readonly organization?: string;
  readonly code?: string;
  readonly url?: string;
  readonly serve?: true;
};

export function registerInit(program: Command, context: CommandContext): void {
  program
    .command('init')
    .description('register a service and print the lines that point an OpenTelemetry SDK here')
    .requiredOption('--email <address>', 'where the six-digit code is mailed')
    .requiredOption('--service <name>', 'the service that will send traces')
    .option('--organization <name>', 'name of a new organization; made up when absent')
    .option('--code <digits>', 'the six digits, when they came already')
    .option('--url <url>', 'the server; the configured one when absent')
    .option('--serve', 'run a server as long as this command when none answers')
    .action((options: InitOptions) => init(options, context));
}

async function init(options: InitOptions, context: CommandContext): Promise<void> {
  const configuration = context.configuration();
  const configured = serverUrl(options, configuration);
  const { email, service: serviceName } = options;
  const session = await sessionOf({ url: configured, email, serviceName }, options);
  const own = await serverFor(configured, options, context);
  try {
    const name: PendingName = { url: own?.url ?? configured, email, serviceName };
    const verified =
      session === undefined
        ? await obtainKey(name, options, context, own)
        : await verify(name.url, session, options.code ?? '');
    await forgetPending(name);
    showKey(verified, name.url, context);
    await showFirstSpan(verified, name.url, context);
    if (own !== undefined) await stayUp(own, context);
  } finally {
    await own?.stop();
  }
}

/** Undefined when one answers already. At a terminal, or on request, this command is the server. */
async function serverFor(
  url: string,
  { url: given, serve }: InitOptions,
  context: CommandContext,
): Promise<OwnServer | undefined> {
  const { environment, terminal } = context;
  const reached = url.endsWith(':0') ? 'nothing' : await probeEndpoint(url);
  const mayServe = given === undefined && isLocal(url, context.configuration());
  if (reached === 'nothing' && mayServe && (serve || terminal.interactive)) {
    return startOwnServer(context.configuration(), context);
  }
  assertTidemark(reached, url, { isInContainer: isInContainer(environment), mayServe });
  return undefined;
}

const isLocal = (url: string, configuration: Configuration): boolean =>
  url === listeningUrl(configuration);

const isInContainer = (environment: Environment): boolean =>
  environment.KUBERNETES_SERVICE_HOST !== undefined ||
  ['/.dockerenv', '/run/.containerenv'].some(existsSync);

async function obtainKey(
  name: PendingName,
  options: InitOptions,
  context: CommandContext,
  own: OwnServer | undefined,
): Promise<Verified> {
  const mailed = own?.codeFor(name.email);
  mailed?.catch(() => undefined);
  const { session_id: session } = await context.terminal.progress('Registering', () =>
    register(name.url, {
      ...name,
      ...(options.organization !== undefined && { organizationName: options.organization }),
    }),
  );
  const code = await mailed;
  if (code !== undefined) return verify(name.url, session, code);
  await savePendingRegistration(name, session);
  const hint = outboxHint(context.configuration());
  if (context.terminal.interactive) {
    context.terminal.say(`A six-digit code was mailed to ${name.email}${hint}.`);
    return askForCode(name, session, context);
  }
  throw new CommandFailed(
    `a code was mailed to ${name.email}: run the same command again with --code and its six digits${hint}`,
  );
}

/** Of the registration that waits for the code; undefined when none was given. */
async function sessionOf(name: PendingName, { code }: InitOptions): Promise<string | undefined> {
  if (code === undefined) return undefined;
  const session = await recallPending(name);
  if (session !== undefined) return session;
  throw new CommandFailed(
    `no registration of ${name.email} for ${name.serviceName} waits for a code: run the command without --code first`,
  );
}

async function stayUp({ url }: OwnServer, { terminal, ended }: CommandContext): Promise<void> {
  terminal.say('');
  terminal.say(`Tidemark runs on ${url} as long as this command: Ctrl-C ends it.`);
  terminal.say('What it was sent is kept; start it again with tidemark serve.');
  await untilAborted(ended);
}

/** Where the mail is, when the server is one of this folder and sends none. */
function outboxHint({ smtpUrl, dataDir }: Configuration): string {
  const outbox = resolve(dataDir, 'outbox');
  return smtpUrl === undefined && existsSync(outbox) ? ` (the mail is in ${outbox})` : '';
}
