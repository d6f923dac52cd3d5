#!/usr/bin/env -S UV_THREADPOOL_SIZE=16 node --no-warnings --initial-old-space-size=128 --no-parallel-scavenge --no-parallel-compaction --no-parallel-pointer-update
// Bodies and columns are megabytes outside of a small heap, and V8 would collect all of the heap
// three times a second for their sake: not below 128 MiB. Where it stops the event loop it does its
// work there itself, since its helpers wait for a processor as long as ClickHouse has them all.
// Each statement of the embedded ClickHouse holds a thread of libuv's pool, and so does each use of a
// file: the pool has as many as both need, and takes its size from the environment that Node starts with.
// Node prints no warnings, since they are lines of the log: see hold-warnings.ts.
import './hold-warnings.ts';
import { logUncaught } from '../platform/log-uncaught.ts';
import { logWarnings } from '../platform/log-warnings.ts';
import { run } from './cli/run.ts';

const ending = new AbortController();

// The first signal stops the process gracefully, a second one ends it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (ending.signal.aborted) process.exit(1);
    ending.abort();
  });
}

const { stdin, stdout, stderr } = process;
// A reader that has seen enough closes the pipe.
stdout.on('error', () => process.exit(1));

const code = await run({
  argv: process.argv.slice(2),
  environment: process.env,
  streams: { stdin, stdout, stderr },
  // Loading it takes a second, which most commands can do without.
  startServer: async options => (await import('./serve.ts')).startTidemark(options),
  takeLog: log => {
    logWarnings(log);
    logUncaught(log);
  },
  ended: ending.signal,
});

// Engines keep threads: nothing is left to wait for once everything said has been written.
stdout.write('', () => stderr.write('', () => process.exit(code)));
