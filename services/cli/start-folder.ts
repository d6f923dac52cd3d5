import { FolderInUse } from '../../platform/errors.ts';
import { isServed, socketOf } from './admin-client.ts';
import { CommandFailed, sentenceOf } from './errors.ts';
import type { Server, ServerOptions, StartServer } from './server.ts';

/** Starts Tidemark on its data folder, or says in one sentence what is in the way. */
export async function startFolder(
  options: ServerOptions,
  startServer: StartServer,
): Promise<Server> {
  const { dataDir } = options.configuration;
  // The engines notice too, but one of them has its own words for it, on our standard error.
  if (await isServed(socketOf(dataDir))) throw new FolderInUse(dataDir);
  try {
    return await startServer(options);
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    throw new CommandFailed(`${sentenceOf(error)}: stop it or choose another port`, {
      cause: error,
    });
  }
}

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'EADDRINUSE';
