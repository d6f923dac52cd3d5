import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import { statementsAtOnceMax } from '../../platform/warehouse/embedded.ts';
import { nodeEnvironment, nodeFlags } from '../support/node-flags.ts';

const read = (...names: string[]): string => readFileSync(join(packageRoot(), ...names), 'utf8');

const threadsOfFiles = 4;

// There is no one place that every way to start a program of Node reads.
describe('the options of Node', () => {
  const program = 'dist/services/main.js';

  it('are the same for npm start, npm run demo, the image and the program alone', () => {
    ok(nodeFlags.length > 0);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const command = ['node', ...nodeFlags, program];
    const variables = Object.entries(nodeEnvironment).map(([name, value]) => `${name}=${value}`);
    ok(variables.length > 0);
    equal(scripts.start, `${[...variables, ...command].join(' ')} serve`);
    equal(scripts.demo, `${[...variables, ...command].join(' ')} demo`);
    const image = read('deploy', 'Dockerfile');
    const entrypoint = /^ENTRYPOINT (.*)$/m.exec(image)?.[1] ?? '[]';
    equal(JSON.parse(entrypoint).join(' '), command.join(' '));
    for (const variable of variables) ok(image.includes(` ${variable} `), variable);
  });

  it('have a thread for each statement of the embedded warehouse, and some for files', () => {
    ok(Number(nodeEnvironment.UV_THREADPOOL_SIZE) >= statementsAtOnceMax + threadsOfFiles);
  });
});
