import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { Configuration } from '../../platform/config/config.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, UsageError } from './errors.ts';
import { forgetPending, type PendingName, recallPending, rememberPending } from './pending.ts';
import { Refused, register, type Verified, verify } from './registration.ts';
import { exporterSettings, exportLines } from './sdk-settings.ts';

type InitOptions = {
  readonly email: string;
  readonly service: string;
  readonly organization?: string;
  readonly code?: string;
  readonly url?: string;
};

/** As many as the server allows. */
const triesMax = 5;

export function registerInit(program: Command, context: CommandContext): void {
  program
    .command('init')
    .description('register a service and print the lines that point an OpenTelemetry SDK here')
    .requiredOption('--email <address>', 'where the six-digit code is mailed')
    .requiredOption('--service <name>', 'the service that will send traces')
    .option('--organization <name>', 'name of a new organization; made up when absent')
    .option('--code <digits>', 'the six digits, when they came already')
    .option('--url <url>', 'the server; the configured one when absent')
    .action((options: InitOptions) => init(options, context));
}

async function init(options: InitOptions, context: CommandContext): Promise<void> {
  const configuration = context.configuration();
  const name: PendingName = {
    url: urlOf(options, configuration),
    email: options.email,
    serviceName: options.service,
  };
  const verified = await obtainKey(name, options, context);
  await forgetPending(name);
  show(verified, name.url, context);
}

async function obtainKey(
  name: PendingName,
  options: InitOptions,
  context: CommandContext,
): Promise<Verified> {
  if (options.code !== undefined) return withCode(name, options.code);
  const { session_id: session } = await context.terminal.progress('Registering', () =>
    register(name.url, {
      ...name,
      ...(options.organization !== undefined && { organizationName: options.organization }),
    }),
  );
  await rememberPending(name, session);
  if (context.terminal.interactive) return ask(name, session, context);
  throw new CommandFailed(
    `a code was mailed to ${name.email}: run the same command again with --code and its six digits${outboxHint(context.configuration())}`,
  );
}

async function withCode(name: PendingName, code: string): Promise<Verified> {
  const session = await recallPending(name);
  if (session !== undefined) return verify(name.url, session, code);
  throw new CommandFailed(
    `no registration of ${name.email} for ${name.serviceName} waits for a code: run the command without --code first`,
  );
}

async function ask(
  name: PendingName,
  session: string,
  { terminal, streams, configuration, ended }: CommandContext,
): Promise<Verified> {
  terminal.say(`A six-digit code was mailed to ${name.email}${outboxHint(configuration())}.`);
  const { stdin: input, stdout: output } = streams;
  const lines = createInterface({ input, output });
  const left = new AbortController();
  const leave = (): void => left.abort();
  lines.once('SIGINT', leave).once('close', leave);
  const signal = AbortSignal.any([ended, left.signal]);
  try {
    for (let attempt = 1; ; attempt++) {
      const code = await lines.question('Code: ', { signal });
      const verified = await tryCode(name, session, code, attempt, terminal.say);
      if (verified !== undefined) return verified;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    terminal.say('');
    throw new CommandFailed('no code was entered: run the same command with --code once it came');
  } finally {
    lines.close();
  }
}

/** Undefined: the code was wrong, and there is another attempt. */
async function tryCode(
  { url }: PendingName,
  session: string,
  code: string,
  attempt: number,
  say: (line: string) => void,
): Promise<Verified | undefined> {
  try {
    return await verify(url, session, code);
  } catch (error) {
    const isWrong =
      error instanceof Refused &&
      ['verification_code_invalid', 'invalid_request'].includes(error.code);
    if (!isWrong || attempt === triesMax) throw error;
    say(`${error.message}.`);
    return undefined;
  }
}

function show(verified: Verified, url: string, { terminal }: CommandContext): void {
  const { api_key: key, service_name: service } = verified;
  const settings = exporterSettings({ url, key, service });
  terminal.record({ ...verified, url, environment: settings });
  terminal.say(`${terminal.style.good('✔')} ${service} is registered.`);
  terminal.say('');
  terminal.say('Its API key, shown this once:');
  terminal.say('');
  terminal.say(`  ${terminal.style.bold(key)}`);
  terminal.say('');
  terminal.say('Point an OpenTelemetry SDK here with:');
  terminal.say('');
  for (const line of exportLines(settings)) terminal.say(`  ${line}`);
}

function urlOf({ url }: InitOptions, { publicUrl, host, port }: Configuration): string {
  const chosen = url ?? publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (/^https?:\/\//u.test(chosen) && URL.canParse(chosen)) return chosen.replace(/\/+$/u, '');
  throw new UsageError(`expected --url to be an http or https URL, found ${chosen}`);
}

/** Where the mail is, when the server is one of this folder and sends none. */
function outboxHint({ smtpUrl, dataDir }: Configuration): string {
  const outbox = resolve(dataDir, 'outbox');
  return smtpUrl === undefined && existsSync(outbox) ? ` (the mail is in ${outbox})` : '';
}
