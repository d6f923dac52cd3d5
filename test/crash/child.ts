import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { nodeRuns } from '../support/command.ts';
import type { Ask } from '../support/expected-state-queries.ts';
import type { CrashPoint, Death, Ownership, Said } from './point.ts';
import type { Answer, Order, Question, ServerOptions } from './server.ts';

export type Ending = {
  readonly signal: string | null;
  readonly code: number | null;
  /** Absent: it did not kill itself. */
  readonly death?: Death;
};

export type Child = {
  /** Resolves when it listens; rejects when it ends before. */
  readonly listening: Promise<{ readonly url: string; readonly adminSocket: string }>;
  readonly ended: Promise<Ending>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Tells it to end itself at a point. */
  readonly arm: (point: CrashPoint) => void;
  /** Tells it to live; resolves when it has heard. */
  readonly disarm: () => Promise<unknown>;
  /** Asks its warehouse. */
  readonly ask: Ask;
};

export type ChildOptions = ServerOptions & {
  /** Its standard error goes to the end of this file. */
  readonly logFile: string;
  readonly owned?: (ownership: Ownership) => void;
};

type Deferred<Value> = {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
};

function deferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, 'promise'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as Omit<Deferred<Value>, 'promise'>) };
}

/** Starts a server in a process of its own. */
export function startChild({ logFile, owned, ...options }: ChildOptions): Child {
  const child = spawn(
    process.execPath,
    [...nodeRuns(new URL('server.ts', import.meta.url)), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let death: Death | undefined;
  const listening = deferred<{ url: string; adminSocket: string }>();
  const hear = (said: Said): void => {
    if (said.said === 'listening') listening.resolve(said);
    if (said.said === 'owned') owned?.(said);
    if (said.said === 'dying') death = said;
  };
  child.stderr?.on('data', (bytes: Buffer) => appendFileSync(logFile, bytes));
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.startsWith('{')) hear(JSON.parse(line) as Said);
      else appendFileSync(logFile, `${line}\n`);
    });
  }
  // 'close' comes when all that it wrote has been read.
  const ended = new Promise<Ending>(resolve => {
    child.once('close', (code, signal) => {
      listening.reject(new Error(`the server ended before it listened, see ${logFile}`));
      resolve({ code, signal, ...(death && { death }) });
    });
  });
  listening.promise.catch(() => {});
  // To one that is gone nothing can be said; its end tells who waits.
  const order: Send = message => void child.send(message, () => {});
  const ask = openAsk(child, order);
  // No server outlives the process that started it.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
  return {
    listening: listening.promise,
    ended,
    kill: signal => void child.kill(signal),
    arm: point => order({ point }),
    disarm: () => {
      order({});
      return ask('SELECT 1', {});
    },
    ask,
  };
}

type Send = (message: Order | Question) => void;

function openAsk(child: ChildProcess, send: Send): Ask {
  const waiting = new Map<number, Deferred<readonly Record<string, string>[]>>();
  let id = 0;
  child.on('message', (answer: Answer) => {
    const waiter = waiting.get(answer.id);
    if (answer.rows === undefined) waiter?.reject(new Error(answer.error));
    else waiter?.resolve(answer.rows);
  });
  child.once('close', () => {
    for (const waiter of waiting.values()) waiter.reject(new Error('the server is gone'));
  });
  return (sql, parameters) => {
    const waiter = deferred<readonly Record<string, string>[]>();
    waiting.set(++id, waiter);
    send({ id, sql, parameters });
    return waiter.promise;
  };
}

/** The body of a route for operators, over the socket file. */
export function operatorAsks<Body>(
  socketPath: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: Body }> {
  const { promise, resolve, reject } = deferred<{ status: number; body: Body }>();
  const headers = { 'Content-Type': 'application/json' };
  // A connection that was kept from another request may be closed by the time of this one.
  const asked = request({ socketPath, method, path, headers, agent: false });
  asked.once('error', reject);
  asked.once('response', answer => {
    const told = async () => {
      const body = JSON.parse(await text(answer)) as Body;
      return { status: answer.statusCode ?? 0, body };
    };
    told().then(resolve, reject);
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
