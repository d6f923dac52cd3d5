import { spawn } from 'node:child_process';

const runMsMax = 120_000;

export type ProgramRun = {
  /** All that it has written to its standard error output. */
  readonly errors: () => string;
  /** What it wrote to its standard output, when it has ended without an error. */
  readonly output: Promise<string>;
  readonly stop: () => void;
};

export function runProgram(
  path: string,
  given: readonly string[],
  environment: Readonly<Record<string, string>>,
): ProgramRun {
  const child = spawn(path, given, {
    // Nothing else of ours: a variable of OpenTelemetry would change what the client does.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: runMsMax,
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('exit', end);
      if (code === 0) resolve(output);
      else reject(new Error(`expected ${path} to end with 0, found ${code ?? signal}: ${errors}`));
    });
  });
  ended.catch(() => undefined);
  return { errors: () => errors, output: ended, stop: end };
}
