import { type Configuration, readConfiguration } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log.ts';
import type { StartServer } from './server.ts';
import type { Streams, Terminal } from './terminal.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What every command gets. */
export type CommandContext = {
  readonly terminal: Terminal;
  readonly streams: Streams;
  readonly environment: Environment;
  /** Throws `ConfigurationError`. */
  readonly configuration: () => Configuration;
  readonly startServer: StartServer;
  /** Gets the log of a server: what the process itself has to say belongs there. */
  readonly takeLog?: ((log: Log) => void) | undefined;
  /** Aborts when the user or the system ends the process. */
  readonly ended: AbortSignal;
};

const configurationFile = 'tidemark.yaml';

export const configurationOf = (environment: Environment): Configuration =>
  readConfiguration({ environment, file: configurationFile });
