import type { Log } from './log.ts';

/** Warnings of Node become lines of the log instead of text beside it, for as long as the process runs. */
export function logWarnings(log: Pick<Log, 'warn'>): void {
  process.removeAllListeners('warning');
  // What a warning is about can be as large as a server: only its words are in the line.
  process.on('warning', ({ name, message, stack }) =>
    log.warn({ warning: { name, message, stack } }, 'warning of the runtime'),
  );
}
