import { Command } from 'commander';
import { packageVersion } from '../../platform/package.ts';
import { registerAudit } from './commands/audit.ts';
import { registerBacktest } from './commands/backtest.ts';
import { registerBackup } from './commands/backup.ts';
import { registerBreakpoints } from './commands/breakpoints.ts';
import { registerChecks } from './commands/checks.ts';
import { registerDead } from './commands/dead.ts';
import { registerDemo } from './commands/demo.ts';
import { registerHistory } from './commands/history.ts';
import { registerInit } from './commands/init.ts';
import { registerJobs } from './commands/jobs.ts';
import { registerKeys } from './commands/keys.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerNotices } from './commands/notices.ts';
import { registerOrganization } from './commands/organization.ts';
import { registerPlans } from './commands/plans.ts';
import { printConfiguration } from './commands/print-config.ts';
import { registerReplay } from './commands/replay.ts';
import { registerServe } from './commands/serve.ts';
import { registerSilence } from './commands/silence.ts';
import { registerSnapshots } from './commands/snapshots.ts';
import { registerSql } from './commands/sql.ts';
import { registerStatus } from './commands/status.ts';
import { registerTriage } from './commands/triage.ts';
import { registerVerify } from './commands/verify.ts';
import { registerVersions } from './commands/versions.ts';
import { registerWebhooks } from './commands/webhooks.ts';
import type { CommandContext } from './context.ts';
import { registerAlerts } from './reading/alerts.ts';
import { registerAnomalies } from './reading/anomalies.ts';
import { registerAsk } from './reading/ask.ts';
import { registerBilling } from './reading/billing.ts';
import { registerCauses } from './reading/causes.ts';
import { registerErrors } from './reading/errors.ts';
import { registerMembers } from './reading/members.ts';
import { registerReleases } from './reading/releases.ts';
import { registerReplays } from './reading/replays.ts';
import { registerRules } from './reading/rules.ts';
import { registerServices } from './reading/services.ts';
import { registerSlos } from './reading/slos.ts';
import { registerTraces } from './reading/traces.ts';
import { registerUsage } from './reading/usage.ts';

const summary =
  'The observability service that never loses, never double-counts and never forgets.';

/** The whole command line. Commands load what they need when they run: most need little. */
export function commandLine(context: CommandContext): Command {
  const program = new Command('tidemark')
    .description(summary)
    .version(packageVersion(), '-V, --version', 'print the version')
    .option('--json', 'one JSON document a line, for machines')
    .option('--print-config', 'print the configuration in effect, secrets masked')
    .argument('[command]')
    .usage('[options] <command>')
    .helpOption('-h, --help', 'print this')
    .configureHelp({
      showGlobalOptions: true,
      visibleArguments: hideRootArgument,
      visibleGlobalOptions,
    })
    .configureOutput({
      writeOut: text => void context.streams.stdout.write(text),
      writeErr: text => void context.streams.stderr.write(text),
      // `run` prints errors, in the requested format.
      outputError: () => undefined,
    })
    .exitOverride()
    .action((command: string | undefined, options: { readonly printConfig?: true }) => {
      if (command !== undefined) program.error(`error: there is no command '${command}'`);
      if (options.printConfig) return printConfiguration(context);
      return program.help({ error: true });
    });
  for (const register of commands) register(program, context);
  return program;
}

const commands = [
  registerServe,
  registerBacktest,
  registerInit,
  registerDemo,
  registerStatus,
  registerServices,
  registerTraces,
  registerErrors,
  registerAlerts,
  registerRules,
  registerSlos,
  registerUsage,
  registerBilling,
  registerMembers,
  registerReleases,
  registerReplays,
  registerAnomalies,
  registerCauses,
  registerAsk,
  registerMcp,
  registerReplay,
  registerHistory,
  registerKeys,
  registerOrganization,
  registerPlans,
  registerAudit,
  registerNotices,
  registerSilence,
  registerVersions,
  registerWebhooks,
  registerChecks,
  registerTriage,
  registerBreakpoints,
  registerSnapshots,
  registerDead,
  registerSql,
  registerBackup,
  registerVerify,
  registerJobs,
];

/** `[command]` is there to refuse a wrong one with a sentence; the list of commands says it better. */
const hideRootArgument = (command: Command) =>
  command.parent === null ? [] : [...command.registeredArguments];

/** The others make no sense beside a command. */
const visibleGlobalOptions = (command: Command) =>
  command.parent === null
    ? []
    : [...rootOf(command).options].filter(({ long }) => long === '--json');

const rootOf = (command: Command): Command =>
  command.parent === null ? command : rootOf(command.parent);
