import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';

const harness = join(packageRoot(), 'test/crash/run.ts');
const outputBytesMax = 16 * 1024 * 1024;

/**
 * `npm run test:crash` with these options, in a process of its own: it starts servers that it may
 * kill, and reads the warehouse itself, which a process can open only once.
 */
export const crashRun = (
  options: Readonly<Record<string, string | number>>,
): Promise<{ code: number; output: string }> =>
  new Promise(resolve => {
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    execFile(
      process.execPath,
      ['--import', 'tsx', harness, ...given],
      { maxBuffer: outputBytesMax },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    );
  });
