import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';

const program = readFileSync(join(packageRoot(), 'services', 'main.ts'), 'utf8');

const [, variables = '', flags = ''] =
  /^#!\/usr\/bin\/env -S ((?:\w+=\S+ )*)node (.+)$/m.exec(program) ?? [];

/** What Node is given wherever Tidemark is started, as the first line of the program has it. */
export const nodeFlags: readonly string[] = flags.split(' ').filter(flag => flag !== '');

/** The environment that it is started with, from the same line. */
export const nodeEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  variables
    .trim()
    .split(' ')
    .map(variable => variable.split('=')),
);
