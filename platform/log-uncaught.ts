import type { Log } from './log.ts';

/** An error that nobody caught, and a rejection that nobody handled, end the process with a line of the log and not with Node's text. */
export function logUncaught(log: Pick<Log, 'fatal'>): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught exception: the process ends');
    process.exit(1);
  });
}
