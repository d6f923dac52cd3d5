import { CommanderError } from 'commander';
import { ConfigurationError } from '../../platform/config/config.ts';
import { configurationOf, type Environment } from './context.ts';
import { type ExitCode, exitCodeOf, exitCodes, sentenceOf } from './errors.ts';
import { commandLine } from './program.ts';
import type { StartServer } from './server.ts';
import { openTerminal, type Streams, type Terminal } from './terminal.ts';

export type RunOptions = {
  readonly argv: readonly string[];
  readonly environment: Environment;
  readonly streams: Streams;
  readonly startServer: StartServer;
  readonly ended: AbortSignal;
};

/** Runs one command line and resolves with the exit code. Every error ends here, as one sentence. */
export async function run({ argv, ...given }: RunOptions): Promise<ExitCode> {
  const { environment, streams } = given;
  const json = argv.includes('--json');
  const terminal = openTerminal(streams, json, environment.NO_COLOR === undefined);
  const configuration = () => configurationOf(environment);
  try {
    const program = commandLine({ ...given, terminal, configuration });
    await program.parseAsync(argv, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return usage(error, terminal);
    tell(error, terminal);
    return exitCodeOf(error);
  }
}

/** Commander's own refusals, and the ends that are none: `--help` and `--version`. */
function usage(error: CommanderError, terminal: Terminal): ExitCode {
  if (error.exitCode === 0) return exitCodes.done;
  // Without a command the help has been shown already.
  if (error.code !== 'commander.help') {
    const sentence = error.message.replace(/^error: /u, '').replaceAll('\n', ' ');
    terminal.fail(`${sentence}; see tidemark --help`);
  }
  return exitCodes.usage;
}

function tell(error: unknown, terminal: Terminal): void {
  if (!(error instanceof ConfigurationError)) terminal.fail(sentenceOf(error));
  else if (terminal.json) terminal.fail(sentenceOf(error), { errors: error.errors });
  else {
    const lines = error.errors.map(sentence => `\n  ${sentence}`).join('');
    terminal.fail(`${configurationSentence}:${lines}`);
  }
}

const configurationSentence =
  'the configuration cannot be used; correct the environment or tidemark.yaml';
