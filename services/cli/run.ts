import { CommanderError } from 'commander';
import { ConfigurationError } from '../../platform/config/config.ts';
import { type CommandContext, configurationOf, type Environment } from './context.ts';
import { type ExitCode, exitCodeOf, exitCodes, sentenceOf } from './errors.ts';
import { commandLine } from './program.ts';
import type { StartServer } from './server.ts';
import { openTerminal, type Streams, type Terminal } from './terminal.ts';

export type RunOptions = {
  readonly argv: readonly string[];
  readonly environment: Environment;
  readonly streams: Streams;
  readonly startServer: StartServer;
  readonly takeLog?: CommandContext['takeLog'];
  readonly ended: AbortSignal;
};

/** Runs one command line and resolves with the exit code. Every error ends here, as one sentence. */
export async function run({ argv, ...given }: RunOptions): Promise<ExitCode> {
  const { environment, streams } = given;
  const isServer = argv.find(argument => !argument.startsWith('-')) === 'serve';
  // Without a terminal, what a server writes is read as its log, also when it does not start.
  const isLogged = isServer && streams.stderr.isTTY !== true;
  const json = isLogged || argv.includes('--json');
  const terminal = openTerminal(streams, json, environment.NO_COLOR === undefined);
  const configuration = () => configurationOf(environment);
  try {
    const program = commandLine({ ...given, terminal, configuration });
    await program.parseAsync(argv, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    const record = isLogged ? lineOfLog() : {};
    if (error instanceof CommanderError) return usage(error, terminal, record);
    tell(error, terminal, record);
    return exitCodeOf(error);
  }
}

/** What makes a line of the log of an error, beside its sentence. */
const lineOfLog = () => ({
  level: 60,
  time: new Date().toISOString(),
  msg: 'the server does not start, or ends',
});

/** Commander's own refusals, and the ends that are none: `--help` and `--version`. */
function usage(error: CommanderError, terminal: Terminal, record: object): ExitCode {
  if (error.exitCode === 0) return exitCodes.done;
  // Without a command the help has been shown already.
  if (error.code !== 'commander.help') {
    const sentence = error.message.replace(/^error: /u, '').replaceAll('\n', ' ');
    terminal.fail(`${sentence}; see tidemark --help`, record);
  }
  return exitCodes.usage;
}

function tell(error: unknown, terminal: Terminal, record: object): void {
  if (!(error instanceof ConfigurationError)) terminal.fail(sentenceOf(error), record);
  else if (terminal.json) terminal.fail(sentenceOf(error), { errors: error.errors, ...record });
  else {
    const lines = error.errors.map(sentence => `\n  ${sentence}`).join('');
    terminal.fail(`${configurationSentence}:${lines}`);
  }
}

const configurationSentence =
  'the configuration cannot be used; correct the environment or tidemark.yaml';
