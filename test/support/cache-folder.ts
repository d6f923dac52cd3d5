import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the tests keep what takes long to fetch or to build. */
export const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tidemark');
