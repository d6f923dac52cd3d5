import { once } from 'node:events';
import { startWorker } from '../threads/worker.ts';
import { watchdogLimits as limits } from './limits.ts';

export type Watchdog = {
  /** From now on the main thread must answer sooner. */
  readonly started: () => void;
  readonly stop: () => Promise<void>;
};

/**
 * A thread that ends this process with one line of the log, and SIGKILL, when the main thread gives no sign of life, or when any
 * thread has a native fault. The embedded engine's handlers of fatal signals sleep: without it, a process with a fault
 * holds its port for minutes, answers nothing and takes no SIGTERM. Resolves when the thread watches: one that still starts may need
 * a lock that the faulted thread holds. Throws when it does not start within `startMsMax`.
 */
export async function startWatchdog(): Promise<Watchdog> {
  const signs = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const ticking = setInterval(() => Atomics.add(signs, 0, 1), limits.tickMs).unref();
  const thread = startWorker(new URL('./thread.ts', import.meta.url), limits);
  thread.postMessage(signs);
  await once(thread, 'message', { signal: AbortSignal.timeout(limits.startMsMax) }).catch(cause => {
    throw new Error('the thread of the watchdog did not start', { cause });
  });
  thread.unref();
  return {
    started: () => void Atomics.store(signs, 1, 1),
    stop: async () => {
      clearInterval(ticking);
      await thread.terminate();
    },
  };
}
