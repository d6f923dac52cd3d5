import { format } from 'node:util';
import type { Log } from './log.ts';

/** Of a text that a library writes, so much is in the line. */
const textCharactersMax = 2_000;

/** Warnings that are kept until there is a log. */
const heldMax = 100;

const held: Error[] = [];

/** Keeps warnings of Node for the log that is opened later; they would be raw text on standard error. */
export function holdWarnings(): void {
  process.removeAllListeners('warning');
  process.on('warning', warning => {
    if (held.length < heldMax) held.push(warning);
  });
}

/** Warnings of Node, and what libraries write to the console, become lines of the log for as long as the process runs. */
export function logWarnings(log: Pick<Log, 'warn'>): void {
  process.removeAllListeners('warning');
  // What a warning is about can be as large as a server: only its words are in the line.
  const warned = ({ name, message, stack }: Error): void =>
    log.warn({ warning: { name, message, stack } }, 'warning of the runtime');
  for (const warning of held.splice(0)) warned(warning);
  process.on('warning', warned);
  const written = (...parts: readonly unknown[]): void =>
    log.warn({ text: format(...parts).slice(0, textCharactersMax) }, 'text of a library');
  Object.assign(console, { log: written, info: written, warn: written, error: written });
}
