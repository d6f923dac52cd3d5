import { FolderInUse } from '../../platform/errors.ts';
import type { Tidemark, TidemarkOptions } from '../serve.ts';
import { isServed, socketOf } from './admin-client.ts';
import { CommandFailed, sentenceOf } from './errors.ts';

/** Starts Tidemark on its data folder, or says in one sentence what is in the way. */
export async function startFolder(options: TidemarkOptions): Promise<Tidemark> {
  const { dataDir } = options.configuration;
  // The engines notice too, but one of them has its own words for it, on our standard error.
  if (await isServed(socketOf(dataDir))) throw new FolderInUse(dataDir);
  const { startTidemark } = await import('../serve.ts');
  try {
    return await startTidemark(options);
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
