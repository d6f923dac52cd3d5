import type { Configuration } from '../../platform/config/config.ts';
import type { RoleName } from '../../platform/config/role-names.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';

/** What a command starts Tidemark with. */
export type ServerOptions = {
  readonly configuration: Configuration;
  /** All of them when absent. */
  readonly roles?: readonly RoleName[];
  readonly log: Log;
  /** False: only the socket of the operators, no port. */
  readonly listen?: boolean;
  /** Gets each code that was mailed: for a person at the terminal. */
  readonly codeMailed?: (mail: { readonly to: string; readonly code: string }) => void;
};

export type Server = Running & {
  /** '' when it does not listen. */
  readonly url: string;
  readonly adminSocket: string;
};

/** Starts Tidemark in this process. Throws `FolderInUse` and `ConfigurationError`. */
export type StartServer = (options: ServerOptions) => Promise<Server>;
