import type { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { translated } from './clickhouse-errors.ts';
import type { QueryParameters } from './port.ts';
import { queryBytesMax, type Settings } from './statements.ts';

export type Client = ReturnType<typeof createClient>;

export type ServerOptions = {
  /** `http://` or `https://`, of one server or of what stands before several. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** For servers whose certificate the system does not know. */
  readonly tls?: { readonly ca: Buffer };
};

export const databaseDefault = 'default';

/** One connection to a server. Opens nothing yet. */
export function clientOf(
  { url, user, password, database, tls }: ServerOptions,
  requestMs: number,
): Client {
  return createClient({
    url,
    username: user ?? 'default',
    password: password ?? '',
    database: database ?? databaseDefault,
    application: 'tidemark',
    request_timeout: requestMs,
    max_open_connections: 1,
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
    ...(tls && { tls: { ca_cert: tls.ca } }),
  });
}

/** The answer is held back until it is complete, so an error on the way comes with its code. */
const wholeAnswer = { wait_end_of_query: 1 } as const;

export async function execute(
  client: Client,
  statement: { readonly query: string; readonly values?: Readable },
  signal?: AbortSignal,
): Promise<void> {
  try {
    const { stream } = await client.exec({
      ...statement,
      clickhouse_settings: wholeAnswer,
      ...(signal && { abort_signal: signal }),
    });
    // An answer that is not read to its end keeps the connection from being used again.
    await stream.toArray();
  } catch (error) {
    throw translated(error);
  }
}

type Read = { readonly sql: string; readonly parameters: QueryParameters };

export async function read(
  client: Client,
  { sql, parameters }: Read,
  settings: Settings,
  signal?: AbortSignal,
): Promise<string> {
  const ask = () =>
    client.query({
      query: sql,
      query_params: parameters,
      format: 'JSONEachRow',
      // 2: reads only, with settings of their own.
      clickhouse_settings: {
        ...wholeAnswer,
        ...settings,
        // A read that is abandoned ends its connection, and the server then ends the read.
        cancel_http_readonly_queries_on_client_close: 1,
        max_query_size: String(queryBytesMax),
        readonly: '2',
      },
      ...(signal && { abort_signal: signal }),
    });
  try {
    const answer = await ask().catch(error => {
      if (isClosed(error)) return ask();
      throw error;
    });
    return await answer.text();
  } catch (error) {
    throw translated(error);
  }
}

/**
 * A server closes idle connections, and may do so just as one is used again. A read may be retried;
 * whether an insert may be depends on its token.
 */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
