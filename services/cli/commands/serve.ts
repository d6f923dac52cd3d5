import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { untilAborted } from '../../../platform/async/until-aborted.ts';
import { isRoleName, type RoleName, roleNames } from '../../../platform/config/role-names.ts';
import { type Log, openLog } from '../../../platform/log.ts';
import { startWatchdog } from '../../../platform/watchdog/watchdog.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import type { ServerOptions } from '../server.ts';
import { startFolder } from '../start-folder.ts';

/** What is not drained by then is on the log or was never acknowledged. */
const drainMsMax = 30_000;

/** In the order of the documents. */
export const rolesListed = [
  'ingest-api',
  'query-api',
  'decider',
  'processor',
  'evaluator',
  'monitor',
  'notifier',
] as const satisfies readonly RoleName[];

/** The least size of libuv's pool with which files have threads beside the embedded ClickHouse. */
const threadsMin = 16;
/** Where nothing is set. */
const threadsDefault = 4;

export function registerServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('start the named roles, or all of them in one process')
    .argument('[role...]', rolesListed.join(', '))
    .action((roles: string[]) => serve(roles, context));
}

async function serve(names: readonly string[], context: CommandContext): Promise<void> {
  const { terminal, streams, startServer, ended, takeLog } = context;
  const configuration = context.configuration();
  const roles = rolesOf(names);
  const pretty = !terminal.json && streams.stdout.isTTY === true;
  const log = openLog({ level: configuration.logLevel, pretty });
  takeLog?.(log);
  for (const warning of configuration.warnings) log.warn({ warning }, 'configuration');
  if (configuration.engines.clickhouse === undefined) warnOfFewThreads(context, log);
  const watchdog = await startWatchdog();
  const codeMailed: ServerOptions['codeMailed'] = ({ to, code }) =>
    terminal.say(`The code for ${to} is ${code}`);
  const chosen = roles.length > 0 && { roles };
  try {
    const server = await startFolder(
      { configuration, log, ...chosen, ...(pretty && { codeMailed }) },
      startServer,
    );
    watchdog.started();
    await untilAborted(ended);
    log.info({}, 'stopping');
    await stopInTime(server.stop, log);
  } finally {
    await watchdog.stop();
  }
}

function warnOfFewThreads({ environment }: CommandContext, log: Log): void {
  const threads = Number(environment.UV_THREADPOOL_SIZE ?? threadsDefault);
  if (threads < threadsMin)
    log.warn({ threads }, `files may wait for reads: start with UV_THREADPOOL_SIZE=${threadsMin}`);
}

function rolesOf(names: readonly string[]): readonly RoleName[] {
  const roles = names.filter(isRoleName);
  const wrong = names.find(name => !isRoleName(name));
  if (wrong === undefined) return roles;
  throw new UsageError(`expected roles among ${roleNames.join(', ')}, found ${wrong}`);
}

async function stopInTime(stop: () => Promise<void>, log: Log): Promise<void> {
  const inTime = new AbortController();
  const deadline = pause(drainMsMax, 'late' as const, { signal: inTime.signal });
  deadline.catch(() => undefined);
  const end = await Promise.race([stop(), deadline]);
  inTime.abort();
  if (end === 'late') log.warn({ drainMsMax }, 'stopped before everything was drained');
  else log.info({}, 'stopped');
}
