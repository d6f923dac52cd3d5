import { equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const harness = fileURLToPath(new URL('../crash/run.ts', import.meta.url));
const cycles = 10;
const spansPerCycle = 3_000;
/** Beside other work a start may take longer than is promised; `npm run test:crash` is strict. */
const readyMsMax = 60_000;
const runMsMax = 600_000;

describe('a server that is killed again and again', () => {
  it(`loses and doubles nothing in ${cycles} kills`, async function () {
    this.timeout(runMsMax);
    const options = { cycles, spans: spansPerCycle, ready: readyMsMax };
    const { code, output } = await run(
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    );
    equal(code, 0, output);
  });
});

/** In a process of its own: it reads the warehouse itself, and a process can open only one. */
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
