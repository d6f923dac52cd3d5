import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';

const program = readFileSync(join(packageRoot(), 'services', 'main.ts'), 'utf8');

/** What Node is given wherever Tidemark is started, as the first line of the program has it. */
export const nodeFlags: readonly string[] =
  /^#!\/usr\/bin\/env -S node (.+)$/m.exec(program)?.[1]?.split(' ') ?? [];
