import { equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownBrokerOrSkip } from '../support/kafka.ts';
import { s3OrSkip } from '../support/s3.ts';

const harness = fileURLToPath(new URL('../crash/run.ts', import.meta.url));
const minutes = 0.5;
const runMsMax = 400_000;

describe('a process for each role, killed and put to sleep at random', () => {
  it(`loses and doubles nothing in ${minutes} minutes`, async function () {
    await ownBrokerOrSkip(this);
    await s3OrSkip(this);
    this.timeout(runMsMax);
    const { code, output } = await run(['--engines', 'kafka', '--minutes', String(minutes)]);
    equal(code, 0, output);
  });
});

/** In a process of its own, which starts servers that it may kill. */
const run = (options: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise(resolve => {
    execFile(
      process.execPath,
      ['--import', 'tsx', harness, ...options],
      { maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    );
  });
