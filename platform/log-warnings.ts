import { format } from 'node:util';
import type { Log } from './log.ts';

/** Of a text that a library writes, so much is in the line. */
const textCharactersMax = 2_000;

/** Warnings of Node, and what libraries write to the console, become lines of the log for as long as the process runs. */
export function logWarnings(log: Pick<Log, 'warn'>): void {
  process.removeAllListeners('warning');
  // What a warning is about can be as large as a server: only its words are in the line.
  process.on('warning', ({ name, message, stack }) =>
    log.warn({ warning: { name, message, stack } }, 'warning of the runtime'),
  );
  const written = (...parts: readonly unknown[]): void =>
    log.warn({ text: format(...parts).slice(0, textCharactersMax) }, 'text of a library');
  Object.assign(console, { log: written, info: written, warn: written, error: written });
}
