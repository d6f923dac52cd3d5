import { Worker } from 'node:worker_threads';

/**
 * A thread that runs a module. What it writes to standard error, such as a warning of Node, becomes a warning of this
 * thread, which has a log.
 */
export function startWorker(module: URL, options: { readonly heapMiBMax: number }): Worker {
  const worker = openWorker(module, options);
  // A stream that was asked for as an option would keep the process alive as long as the thread.
  worker.stderr
    .unpipe()
    .setEncoding('utf8')
    .on('data', (text: string) => process.emitWarning(text.trimEnd(), 'ThreadWarning'))
    .resume();
  return worker;
}

/** What is built lies beside us as JavaScript; the source needs its loader in the thread, too. */
function openWorker(module: URL, { heapMiBMax }: { readonly heapMiBMax: number }): Worker {
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
