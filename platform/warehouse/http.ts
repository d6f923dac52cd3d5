import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { translated } from './clickhouse-errors.ts';
import { Lanes } from './lanes.ts';
import { splitLongLists } from './long-lists.ts';
import { nativeBlock } from './native.ts';
import { expectAll } from './parameters.ts';
import type { QueryOptions, QueryParameters, Warehouse } from './port.ts';
import {
  type Replication,
  replicatedDefinition,
  replicatedInsertSettings,
  replicatedReadSettings,
} from './replicated.ts';
import { parseRows } from './rows.ts';
import {
  insertStatement,
  queryBytesMax,
  queryMsMax,
  readLimits,
  readSettings,
  type Settings,
} from './statements.ts';

export type HttpOptions = {
  /** `http://` or `https://`, of one server or of what stands before several. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** For servers whose certificate the system does not know. */
  readonly tls?: { readonly ca: Buffer };
  /** When given, tables are replicated and defined on a whole cluster. */
  readonly replicated?: Replication;
  readonly limits?: HttpLimits;
};

export type HttpLimits = {
  readonly readersMax?: number;
  readonly writersMax?: number;
  /** Reads that may wait for a connection; one more is `Unavailable`. */
  readonly readsQueuedMax?: number;
  /** Inserts and commands that may wait for a connection; one more is `Unavailable`. */
  readonly writesQueuedMax?: number;
  readonly insertMsMax?: number;
  /** Without a byte of an answer for longer than a statement may take and this, the server is gone. */
  readonly silenceMsMax?: number;
};

export const readersMaxDefault = 16;
export const writersMaxDefault = 4;
export const readsQueuedMaxDefault = 256;
export const writesQueuedMaxDefault = 64;
export const insertMsMaxDefault = 120_000;
export const silenceMsMaxDefault = 5_000;

/**
 * A ClickHouse server over HTTP. Opens no connection yet, so that a process may start before its
 * engine. Nothing is sent twice: whether an insert whose answer is lost happened, its caller finds out.
 */
export async function openHttpWarehouse(options: HttpOptions): Promise<Warehouse> {
  const { limits = {}, replicated } = options;
  const insertMsMax = limits.insertMsMax ?? insertMsMaxDefault;
  const insertLimits: Settings = {
    max_execution_time: insertMsMax / 1000,
    ...(replicated && replicatedInsertSettings(replicated)),
  };
  const { readers, writers } = connections(options, insertMsMax);
  let closing: Promise<void> | undefined;

  return {
    insertColumns: async (table, rows, columns, given = {}) => {
      if (rows === 0) return;
      const [into, how] = insertStatement(table, columns, given.deduplicationToken, insertLimits);
      const block = nativeBlock(rows, columns);
      const insert = { query: `${into} ${how}`, values: Readable.from(block) };
      await writers.use(client => execute(client, insert, given.signal), given.signal);
    },
    query: async <Row>(sql: string, parameters: QueryParameters, given: QueryOptions = {}) => {
      expectAll(sql, parameters);
      const settings = {
        ...readSettings,
        ...readLimits(given),
        ...(replicated && replicatedReadSettings),
      };
      const bound = splitLongLists(sql, parameters);
      const answer = await readers.use(
        client => read(client, bound, settings, given),
        given.signal,
      );
      return parseRows<Row>(answer);
    },
    command: async sql => {
      const query = replicated ? replicatedDefinition(sql, replicated) : sql;
      await writers.use(client => execute(client, { query }));
    },
    close: () => {
      closing ??= Promise.all([readers.close(), writers.close()]).then(() => undefined);
      return closing;
    },
  };
}

type Client = ReturnType<typeof createClient>;

/** A client is one connection, so that the lanes bound what one process asks of the server. */
function connections(
  options: HttpOptions,
  insertMsMax: number,
): { readonly readers: Lanes<Client>; readonly writers: Lanes<Client> } {
  const { limits = {} } = options;
  const silenceMsMax = limits.silenceMsMax ?? silenceMsMaxDefault;
  const close = (client: Client): Promise<void> => client.close();
  return {
    readers: new Lanes({
      name: 'reads',
      lanes: limits.readersMax ?? readersMaxDefault,
      queuedMax: limits.readsQueuedMax ?? readsQueuedMaxDefault,
      open: async () => clientOf(options, queryMsMax + silenceMsMax),
      close,
    }),
    writers: new Lanes({
      name: 'inserts and commands',
      lanes: limits.writersMax ?? writersMaxDefault,
      queuedMax: limits.writesQueuedMax ?? writesQueuedMaxDefault,
      open: async () => clientOf(options, insertMsMax + silenceMsMax),
      close,
    }),
  };
}

function clientOf({ url, user, password, database, tls }: HttpOptions, requestMs: number): Client {
  return createClient({
    url,
    username: user ?? 'default',
    password: password ?? '',
    database: database ?? 'default',
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

async function execute(
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

async function read(
  client: Client,
  { sql, parameters }: Read,
  settings: Settings,
  { signal }: QueryOptions,
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
 * A server closes connections that rest, and may do so just as one is used again. A read may be asked
 * once more; whether an insert may is for the tokens of its sender to say.
 */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
