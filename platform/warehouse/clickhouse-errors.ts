import { AnswerTooLarge, TooLittleMemory, Unavailable } from '../errors.ts';
import { QueryRejected } from './port.ts';

/**
 * Codes of ClickHouse that say "not now" rather than "not this". Every other code means that the
 * statement is wrong. 252 stands for too many parts and for too many table partitions in one
 * insert alike; batches are cut so that only the first can happen.
 */
const unavailableCodes: ReadonlySet<number> = new Set([
  // deadlines and cancellation: timeout, too slow, aborted, cancelled
  159, 160, 236, 394, 677, 734, 735,
  // threads, allocation, quotas of the server, overload
  173, 201, 202, 411, 425, 439, 745, 749, 762, 777, 778,
  // files and disk: read, write, open, fsync, no space, too many parts
  74, 75, 76, 204, 243, 252, 499, 500,
  // network and replicas
  95, 96, 198, 203, 209, 210, 279, 297, 225, 242, 244, 254, 265, 285, 286, 319, 369, 659, 695, 696,
  722, 999,
  // not let in: a matter of the configuration, not of the statement
  516,
]);

/** More rows or bytes in the result than the statement's limits allow. */
const answerTooLarge = 396;
const memoryLimitExceeded = 241;

/**
 * A driver's error as the port's. An error without a code of ClickHouse never reached a statement,
 * so it is `Unavailable`.
 */
export function translated(error: unknown): Error {
  const code = clickhouseCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === undefined) return new Unavailable(`ClickHouse failed: ${message}`, { cause: error });
  const told = `ClickHouse answered ${code}: ${message}`;
  if (code === answerTooLarge) return new AnswerTooLarge(told, { cause: error });
  if (code === memoryLimitExceeded) return new TooLittleMemory(told, { cause: error });
  if (unavailableCodes.has(code)) return new Unavailable(told, { cause: error });
  return new QueryRejected(told, { cause: error });
}

/** Over HTTP the code is text in `code`; in process it may stand one cause further down, as a number. */
export function clickhouseCode(error: unknown): number | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, clickhouseCode } = at as { code?: unknown; clickhouseCode?: unknown };
    if (typeof clickhouseCode === 'number') return clickhouseCode;
    if (typeof code === 'string' && /^\d+$/.test(code)) return Number(code);
  }
  return undefined;
}
