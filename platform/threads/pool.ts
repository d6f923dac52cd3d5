import { Worker } from 'node:worker_threads';
import { Unavailable } from '../errors.ts';
import type { ThreadAnswer } from './serve.ts';

export type ThreadPoolOptions = {
  /** What the threads are for, for messages. */
  readonly name: string;
  /** The module that calls `serveThread`, as `new URL('./x.ts', import.meta.url)`. */
  readonly module: URL;
  readonly threadsMax: number;
  /** Tasks that may wait for a thread; one more is `Unavailable`. */
  readonly queuedMax: number;
  /** A thread that takes longer for a task is ended, and the task is `Unavailable`. */
  readonly taskMsMax: number;
  /** After so long without a task a thread is ended, and its memory is free. */
  readonly idleMsMax: number;
  readonly heapMiBMax: number;
};

export type ThreadPool<Task, Result> = {
  /**
   * Hands a task to a thread; `transfer` is then no longer the caller's. Throws `Unavailable` when
   * too many wait, when the task takes too long and when its thread dies.
   */
  run(task: Task, transfer: readonly ArrayBuffer[], signal?: AbortSignal): Promise<Result>;
};

type Thread = {
  readonly worker: Worker;
  idle: NodeJS.Timeout | undefined;
  onAnswered: (answer: ThreadAnswer<unknown>) => void;
  /** It has ended, or is about to. */
  onFailed: (error: Error) => void;
};

type Waiting = {
  readonly task: unknown;
  readonly transfer: readonly ArrayBuffer[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
};

/**
 * A few threads for work that would keep the event loop waiting. They start when needed, do one task
 * at a time, and never keep the process alive.
 */
export function openThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const idle: Thread[] = [];
  const waiting: Waiting[] = [];
  let busy = 0;
  const next = (): void => {
    while (busy < options.threadsMax) {
      const task = waiting.shift();
      if (task === undefined) return;
      if (task.signal?.aborted) continue;
      const thread = idle.pop() ?? startThread(options);
      busy++;
      void runOn(thread, task, options).then(isAlive => {
        busy--;
        if (isAlive) rest(thread, idle, options);
        next();
      });
    }
  };
  return {
    run: (task, transfer, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const { name, queuedMax, threadsMax } = options;
        if (busy === threadsMax && waiting.length >= queuedMax) {
          throw new Unavailable(`expected at most ${queuedMax} bodies to be ${name}, found more`);
        }
        const abandon = (): void => reject(signal?.reason);
        const settled = (settle: (value: never) => void) => (value: unknown) => {
          signal?.removeEventListener('abort', abandon);
          settle(value as never);
        };
        signal?.addEventListener('abort', abandon);
        const settling = { resolve: settled(resolve), reject: settled(reject) };
        waiting.push({ task, transfer, signal, ...settling });
        next();
      }),
  };
}

/** Resolves when the thread is done with the task, with whether it can take another. */
function runOn(
  thread: Thread,
  { task, transfer, resolve, reject }: Waiting,
  { name, taskMsMax }: ThreadPoolOptions,
): Promise<boolean> {
  clearTimeout(thread.idle);
  return new Promise(done => {
    const settle = (isAlive: boolean): void => {
      clearTimeout(deadline);
      thread.onAnswered = thread.onFailed = () => undefined;
      done(isAlive);
    };
    thread.onAnswered = answer => {
      settle(true);
      if (answer.ok) resolve(answer.result);
      else reject(answer.error);
    };
    thread.onFailed = cause => {
      settle(false);
      void thread.worker.terminate();
      reject(new Unavailable(`a body could not be ${name}: ${cause.message}`, { cause }));
    };
    const late = new Error(`it took longer than ${taskMsMax} ms`);
    const deadline = setTimeout(() => thread.onFailed(late), taskMsMax);
    try {
      thread.worker.postMessage(task, transfer);
    } catch (error) {
      thread.onFailed(error as Error);
    }
  });
}

function rest(thread: Thread, idle: Thread[], { idleMsMax }: ThreadPoolOptions): void {
  const end = (): void => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
    void thread.worker.terminate();
  };
  thread.idle = setTimeout(end, idleMsMax).unref();
  thread.onFailed = end;
  idle.push(thread);
}

function startThread(options: ThreadPoolOptions): Thread {
  const worker = startWorker(options);
  const nobody = (): void => undefined;
  const thread: Thread = { worker, idle: undefined, onAnswered: nobody, onFailed: nobody };
  worker.on('message', answer => thread.onAnswered(answer));
  worker.on('error', error => thread.onFailed(error));
  worker.on('exit', () => thread.onFailed(new Error('its thread ended')));
  // Listening for messages keeps the process alive, so this comes last.
  worker.unref();
  return thread;
}

/** What is built lies beside us as JavaScript; the source needs its loader in the thread, too. */
function startWorker({ module, heapMiBMax }: ThreadPoolOptions): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMiBMax };
  const isSource = import.meta.url.endsWith('.ts');
  return isSource
    ? new Worker(new URL('./source-thread.mjs', import.meta.url), {
        workerData: module.href,
        execArgv: [],
        resourceLimits,
      })
    : new Worker(new URL(module.href.replace(/\.ts$/, '.js')), { resourceLimits });
}
