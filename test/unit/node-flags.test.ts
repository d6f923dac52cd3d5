import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import { nodeFlags } from '../support/node-flags.ts';

const read = (...names: string[]): string => readFileSync(join(packageRoot(), ...names), 'utf8');

// There is no one place that every way to start a program of Node reads.
describe('the options of Node', () => {
  const program = 'dist/services/main.js';

  it('are the same for npm start, npm run demo, the image and the program alone', () => {
    ok(nodeFlags.length > 0);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const command = ['node', ...nodeFlags, program];
    equal(scripts.start, `${command.join(' ')} serve`);
    equal(scripts.demo, `${command.join(' ')} demo`);
    const entrypoint = /^ENTRYPOINT (.*)$/m.exec(read('deploy', 'Dockerfile'))?.[1] ?? '[]';
    equal(JSON.parse(entrypoint).join(' '), command.join(' '));
  });
});
