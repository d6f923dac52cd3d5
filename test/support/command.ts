import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';

/**
 * What Node is given to run `tidemark` as a process of its own. `npm test` builds first and runs what
 * users get, which starts in half the time; a suite run alone takes the source as it is.
 */
export const tidemarkCommand = (): readonly string[] =>
  process.env.TIDEMARK_TESTED === 'build'
    ? [join(packageRoot(), 'dist/services/main.js')]
    : ['--import', 'tsx', join(packageRoot(), 'services/main.ts')];
