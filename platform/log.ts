import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { PinoPretty } from 'pino-pretty';

/** Fields first, then a fixed lower-case text: `log.warn({ topic, offset }, 'message dead-lettered')`. */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export type LogOptions = {
  readonly level: LogLevel;
  /** For people instead of machines. */
  readonly pretty: boolean;
  /** Standard output when absent. */
  readonly destination?: DestinationStream;
};

const secretNames = ['x-api-key', 'authorization', 'cookie', 'api_key', 'apiKey', 'password'];

/** Wherever a header or a body may end up in a line, at the depths at which lines have any. */
const redactedPaths = secretNames.flatMap(name =>
  ['', '*', '*.*'].map(parents => (parents === '' ? `["${name}"]` : `${parents}["${name}"]`)),
);

/**
 * A stack helps with a bug only. An operational error says by its message what is away or wrong, at
 * every start with a wrong setting too.
 */
function describedError(error: unknown): unknown {
  if (!(error instanceof Error) || !('retryable' in error))
    return stdSerializers.err(error as Error);
  const { name: type, message, cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  return { type, message, ...code, ...(cause instanceof Error && { cause: cause.message }) };
}

/** One JSON line per log line. Writes at once: the last lines before an end are the ones that matter. */
export function openLog({ level, pretty, destination }: LogOptions): Log {
  const serializers = { err: describedError };
  const options = {
    level,
    base: null,
    serializers,
    redact: { paths: redactedPaths, censor: '[secret]' },
  };
  const stream = pretty
    ? PinoPretty({ sync: true, ...(destination && { destination }) })
    : (destination ?? pino.destination({ dest: 1, sync: true }));
  return pino({ ...options, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
