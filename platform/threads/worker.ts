import { Worker } from 'node:worker_threads';

/** A thread that runs a module. What is built lies beside us as JavaScript; the source needs its loader in the thread, too. */
export function startWorker(module: URL, { heapMiBMax }: { readonly heapMiBMax: number }): Worker {
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
