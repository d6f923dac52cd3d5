import { Readable } from 'node:stream';
import { ConnectionPool } from './connection-pool.ts';
import {
  type Client,
  clientOf,
  databaseDefault,
  execute,
  read,
  type ServerOptions,
} from './http-client.ts';
import { splitLongLists } from './long-lists.ts';
import { nativeBlock } from './native.ts';
import { expectAll } from './parameters.ts';
import type { QueryOptions, QueryParameters, Warehouse } from './port.ts';
import { openReadLanes, type ReadLanes } from './read-pool.ts';
import {
  type Replication,
  replicatedDefinition,
  replicatedInsertSettings,
  replicatedReadSettings,
} from './replicated.ts';
import { parseRows } from './rows.ts';
import {
  insertStatement,
  operatorSettings,
  operatorsDatabase,
  queryMsMax,
  quotedName,
  readLimits,
  readSettings,
  type Settings,
} from './statements.ts';

export type HttpOptions = ServerOptions & {
  /** When given, tables are replicated and defined on a whole cluster. */
  readonly replicated?: Replication;
  readonly limits?: HttpLimits;
};

export type HttpLimits = {
  readonly writersMax?: number;
  /** Reads that may wait for a connection; one more is `Unavailable`, or `OverShare`. */
  readonly readsQueuedMax?: number;
  /** Inserts and commands that may wait for a connection; one more is `Unavailable`. */
  readonly writesQueuedMax?: number;
  readonly insertMsMax?: number;
  /** Without a byte of an answer for longer than a statement may take and this, the server is gone. */
  readonly silenceMsMax?: number;
};

const counts = { organizations: 16, process: 4, probes: 1, operators: 1 } as const;
/** Some connections are left to the others, however long an organization's reads take. */
const ownReadersMax = 12;
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
        ...(given.reader === 'operators' && operatorSettings),
      };
      const bound = splitLongLists(sql, parameters);
      // An abandoned statement of operators is awaited: only its response shows that it has ended.
      const signal = given.reader === 'operators' ? undefined : given.signal;
      const answer = await readers.use(client => read(client, bound, settings, signal), given);
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

/** A client is one connection, so that the lanes bound the load of one process on the server. */
function connections(
  options: HttpOptions,
  insertMsMax: number,
): { readonly readers: ReadLanes<Client>; readonly writers: ConnectionPool<Client> } {
  const { limits = {} } = options;
  const silenceMsMax = limits.silenceMsMax ?? silenceMsMaxDefault;
  const readMs = queryMsMax + silenceMsMax;
  const close = (client: Client): Promise<void> => client.close();
  return {
    readers: openReadLanes({
      counts,
      ownMax: ownReadersMax,
      queuedMax: limits.readsQueuedMax ?? readsQueuedMaxDefault,
      open: async kind =>
        kind === 'operators' ? operatorsClient(options, readMs) : clientOf(options, readMs),
      close,
    }),
    writers: new ConnectionPool({
      name: 'inserts and commands',
      lanes: limits.writersMax ?? writersMaxDefault,
      queuedMax: limits.writesQueuedMax ?? writesQueuedMaxDefault,
      open: async () => clientOf(options, insertMsMax + silenceMsMax),
      close,
    }),
  };
}

/** Its database is made when it is not there, for which the user needs a right; else it needs none. */
async function operatorsClient(options: HttpOptions, requestMs: number): Promise<Client> {
  const database = operatorsDatabase(options.database ?? databaseDefault);
  const maker = clientOf(options, requestMs);
  try {
    const named = {
      sql: 'SELECT 1 FROM system.databases WHERE name = {database:String}',
      parameters: { database },
    };
    const found = await parseRows(await read(maker, named, readSettings));
    if (found.length === 0) {
      const { replicated } = options;
      const query = `CREATE DATABASE IF NOT EXISTS ${quotedName(database)}`;
      await execute(maker, { query: replicated ? replicatedDefinition(query, replicated) : query });
    }
  } finally {
    await maker.close();
  }
  return clientOf({ ...options, database }, requestMs);
}
