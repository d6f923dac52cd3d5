import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../platform/package.ts';
import { nodeFlags } from './node-flags.ts';

/** Where `npm test` compiles everything to, see tsconfig.tested.json. */
const compiledFolder = '.tested';

/**
 * What Node is given to run a source file as a process of its own. `npm test` compiles first, and a
 * compiled process starts in half the time; a suite run alone takes the source as it is.
 */
export function nodeRuns(source: URL): readonly string[] {
  const file = fileURLToPath(source);
  if (process.env.TIDEMARK_TESTED !== 'compiled') return ['--import', 'tsx', file];
  const inside = relative(packageRoot(), file).replace(/\.ts$/, '.js');
  // Named by what is compiled, it is there already.
  const isThere = inside.startsWith(`${compiledFolder}${sep}`);
  return [join(packageRoot(), isThere ? '' : compiledFolder, inside)];
}

/** The same for `tidemark`. */
export const tidemarkCommand = (): readonly string[] => [
  ...nodeFlags,
  ...nodeRuns(new URL('../../services/main.ts', import.meta.url)),
];
