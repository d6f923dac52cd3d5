import { type MessagePort, Worker } from 'node:worker_threads';
import { abandonable } from '../async/abandonable.ts';
import { Unavailable } from '../errors.ts';
import { openTurns } from '../shares/turns.ts';
import type { ThreadAnswer } from './serve.ts';

export type ThreadPoolOptions = {
  /** What the threads are for, for messages. */
  readonly name: string;
  /** The module that calls `serveThread`, as `new URL('./x.ts', import.meta.url)`. */
  readonly module: URL;
  readonly threadsMax: number;
  /** Threads that one owner may have at once, so that it leaves one to the others; all of them when absent. */
  readonly ownThreadsMax?: number;
  /** Tasks that may wait for a thread, of all owners. */
  readonly queuedMax: number;
  /** A thread that takes longer for a task is ended, and the task is `Unavailable`. */
  readonly taskMsMax: number;
  /** After so long without a task a thread is ended, and its memory is free. */
  readonly idleMsMax: number;
  readonly heapMiBMax: number;
};

/** A task for a thread; `transfer` is then no longer the caller's. */
export type Prepared<Task> = {
  readonly task: Task;
  readonly transfer: readonly (ArrayBuffer | MessagePort)[];
};

/** Whose task it is, nobody's when absent, and until when it is wanted. */
export type Asking = { readonly owner?: string; readonly signal?: AbortSignal | undefined };

export type ThreadPool<Task, Result> = {
  /**
   * Runs a task in a thread when it is its owner's turn, and prepares it only then: what waits need hold no memory. Throws
   * `OverShare` to an owner that has more waiting than its share, and `Unavailable` when too many wait, when the task
   * takes too long and when its thread dies.
   */
  run(prepare: () => Prepared<Task> | Promise<Prepared<Task>>, asking: Asking): Promise<Result>;
};

type Thread = {
  readonly worker: Worker;
  idle: NodeJS.Timeout | undefined;
  hasEnded: boolean;
  onAnswered: (answer: ThreadAnswer<unknown>) => void;
  onFailed: (error: Error) => void;
};

const nobody = '';

/**
 * A few threads for work that would keep the event loop waiting. They start when needed, do one task
 * at a time, in turn between owners, and never keep the process alive.
 */
export function openThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const { name, threadsMax, ownThreadsMax = threadsMax, queuedMax } = options;
  const turns = openTurns({
    what: `bodies to be ${name}`,
    runningMax: threadsMax,
    ownRunningMax: ownThreadsMax,
    waitingMax: queuedMax,
  });
  const idle: Thread[] = [];
  const perform: ThreadPool<Task, Result>['run'] = async (prepare, { signal }) => {
    const prepared = await prepare();
    signal?.throwIfAborted();
    const thread = idle.pop() ?? startThread(options);
    try {
      return (await runOn(thread, prepared, options)) as Result;
    } finally {
      if (!thread.hasEnded) rest(thread, idle, options);
    }
  };
  return {
    run: async (prepare, asking) => {
      const { owner = nobody, signal } = asking;
      const leave = await turns.enter(owner, signal);
      // Work that is abandoned keeps its thread, so it counts until it is over.
      return abandonable(perform(prepare, asking).finally(leave), signal);
    },
  };
}

function runOn(
  thread: Thread,
  { task, transfer }: Prepared<unknown>,
  { name, taskMsMax }: ThreadPoolOptions,
): Promise<unknown> {
  clearTimeout(thread.idle);
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(deadline);
      thread.onAnswered = thread.onFailed = ignore;
    };
    thread.onAnswered = answer => {
      settle();
      if (answer.ok) resolve(answer.result);
      else reject(answer.error);
    };
    thread.onFailed = cause => {
      settle();
      end(thread);
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
  const leave = (): void => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
    end(thread);
  };
  thread.onFailed = leave;
  thread.idle = setTimeout(leave, idleMsMax).unref();
  idle.push(thread);
}

function end(thread: Thread): void {
  thread.hasEnded = true;
  void thread.worker.terminate();
}

const ignore = (): void => undefined;

function startThread(options: ThreadPoolOptions): Thread {
  const worker = startWorker(options);
  const none = { idle: undefined, hasEnded: false, onAnswered: ignore, onFailed: ignore };
  const thread: Thread = { worker, ...none };
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
