import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from './load.ts';

const stopMsMax = 40_000;
/** For the senders to begin, and for the answers that are still to come when they end. */
const loadGraceMs = 120_000;
const sampleEveryMs = 200;
const kibi = 1024;
// What Linux counts processor time in, on every machine it runs on.
const ticksPerSecond = 100;

export type Server = {
  readonly pid: number;
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** Starts a program and waits until `ready` finds its address in what it has written so far. */
export async function startProgram(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  ready: (output: string) => Promise<string | undefined> | string | undefined,
): Promise<Server> {
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    // Nothing else of ours: a variable meant for another Tidemark would change what is measured.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000);
    });
  }
  const stop = () => stopChild(child);
  try {
    for (let waitedMs = 0; waitedMs < stopMsMax; waitedMs += sampleEveryMs) {
      const url = await ready(output);
      if (url !== undefined) return { pid: child.pid ?? 0, url, stop };
      if (child.exitCode !== null) break;
      await pause(sampleEveryMs);
    }
    throw new Error(`expected ${command.join(' ')} to start, found ${output}`);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
  await exited;
  clearTimeout(timer);
}

/** Runs the senders in a process of their own. Throws when a body was neither taken nor told to come back. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const msMax = plan.seconds * 1000 + loadGraceMs;
  const load = (await askChild('./load.ts', plan, msMax)) as LoadResult;
  if (load.failed === 0) return load;
  throw new Error(
    `expected every body answered with 200, 429 or 503, found ${load.failed} that were not, ${load.firstFailure}`,
  );
}

/** Starts a file of this folder in a process of its own, gives it a task and resolves with its answer. */
export async function askChild(
  file: string,
  task: object | string,
  msMax: number,
  cores?: string,
): Promise<unknown> {
  const child = startChild(file, cores);
  const limit = setTimeout(() => child.kill('SIGKILL'), msMax);
  try {
    child.send(task);
    return await answerOf(child);
  } finally {
    clearTimeout(limit);
    child.kill();
  }
}

const startChild = (file: string, cores?: string): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), { ...pinned(cores) });

export type Speed = {
  /** Processor time of a fixed piece of work on that core since the last call, in milliseconds: the median. */
  readonly pieceMs: () => Promise<number>;
  readonly stop: () => void;
};

/** A small piece of work four times a second beside whatever is measured, for it to be compared by. */
export function watchSpeed(cores?: string): Speed {
  const child = startChild('./speed.ts', cores);
  return {
    pieceMs: async () => {
      child.send('tell');
      return (await answerOf(child)) as number;
    },
    stop: () => void child.kill(),
  };
}

/** `taskset` becomes the program that it is given, so the child is the one that was asked for. */
function pinned(cores: string | undefined) {
  const execArgv = ['--import', 'tsx'];
  if (cores === undefined) return { execArgv };
  return { execPath: 'taskset', execArgv: ['-c', cores, process.execPath, ...execArgv] };
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const heard = new AbortController();
  try {
    const message = once(child, 'message', heard);
    const [answer] = await Promise.race([message, ended(child, heard)]);
    return answer;
  } finally {
    heard.abort();
  }
}

async function ended(child: ChildProcess, until: AbortController): Promise<never> {
  const [code, signal] = await once(child, 'exit', until);
  throw new Error(`expected an answer of a child, found exit ${code ?? signal}`);
}

/** The largest resident memory since `watchMemory`, in bytes: all of it, and without mapped files. */
export type Memory = { readonly resident: number; readonly anonymous: number };

export function watchMemory(pid: number): () => Memory {
  let resident = 0;
  let anonymous = 0;
  const look = (): void => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    resident = Math.max(resident, kibibytes(status, 'VmRSS') * kibi);
    anonymous = Math.max(anonymous, kibibytes(status, 'RssAnon') * kibi);
  };
  const timer = setInterval(look, sampleEveryMs);
  return () => {
    clearInterval(timer);
    look();
    return { resident, anonymous };
  };
}

/** Processor time that a process has used, all its threads together. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

const kibibytes = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
