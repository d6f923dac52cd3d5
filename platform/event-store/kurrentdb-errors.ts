import { convertToCommandError, ErrorType, isCommandError } from '@kurrent/kurrentdb-client';
import { Unavailable } from '../errors.ts';

/** What is wrong with the request and stays wrong: a bug of ours, or a stream deleted by hand. */
const refusals: ReadonlySet<unknown> = new Set([
  ErrorType.INVALID_ARGUMENT,
  ErrorType.INVALID_TRANSACTION,
  ErrorType.STREAM_DELETED,
  ErrorType.STREAM_TOMBSTONED,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.APPEND_RECORD_SIZE_EXCEEDED,
  ErrorType.TRANSACTION_MAX_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.UNSUPPORTED,
]);

/** The kind of an error of the client; undefined for anything else. */
export function kindOf(error: unknown): ErrorType | undefined {
  const known = error instanceof Error ? convertToCommandError(error) : error;
  return known instanceof Error && isCommandError(known) ? known.type : undefined;
}

/**
 * The client's error as the port's. Not being let in is a matter of the configuration, and an
 * error without a kind never reached a server: both are `Unavailable`.
 */
export function translated(error: unknown): unknown {
  if (error instanceof Unavailable || refusals.has(kindOf(error))) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Unavailable(`KurrentDB failed: ${message}`, { cause: error });
}

/** As the promise, but `Unavailable` when it takes too long: reads of the client have no deadline. */
export async function within<Result>(deadlineMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Unavailable(`expected KurrentDB to answer within ${deadlineMs} ms`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
