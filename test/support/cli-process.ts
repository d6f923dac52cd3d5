import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tidemarkCommand } from './command.ts';
import { nodeEnvironment } from './node-flags.ts';

export type Started = {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown>;
  readonly out: () => string;
  readonly err: () => string;
};

/** One command line as a process of its own, with nothing from our environment. */
export function start(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Started {
  const child = spawn(process.execPath, [...tidemarkCommand(), ...argv], {
    env: { PATH: process.env.PATH, ...nodeEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', text => {
    out += text;
  });
  child.stderr.on('data', text => {
    err += text;
  });
  const exit = once(child, 'close').then(([code]) => code);
  return { child, exit, out: () => out, err: () => err };
}
