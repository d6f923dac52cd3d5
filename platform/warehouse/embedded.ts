import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlockFiles, openBlockFiles } from './block-files.ts';
import { type Connection, type Engine, openEngine } from './chdb.ts';
import { ConnectionPool } from './connection-pool.ts';
import { clearFrozen, type Frozen, freezeTables } from './freeze.ts';
import { type Killer, openKiller } from './kill.ts';
import { nativeBlock } from './native.ts';
import { withValues } from './parameters.ts';
import type { QueryOptions, QueryParameters, Warehouse } from './port.ts';
import { openReadLanes, type ReaderKind, type ReadLanes } from './read-pool.ts';
import { parseRows } from './rows.ts';
import {
  insertStatement,
  literal,
  operatorSettings,
  operatorsDatabase,
  queryBytesMax,
  readLimits,
  readSettings,
  type Settings,
  settingsClause,
} from './statements.ts';

export type EmbeddedOptions = {
  /** Everything the warehouse keeps; made with mode 0700 when missing. */
  readonly folder: string;
  /** Blocks on their way in; cleared when opened. */
  readonly tmpFolder?: string;
  /** Reads that may wait for a reader; one more is `Unavailable`, or `OverShare`. */
  readonly readsQueuedMax?: number;
  /** Inserts and commands that may wait for the writer; one more is `Unavailable`. */
  readonly writesQueuedMax?: number;
  readonly insertMsMax?: number;
  readonly serverMemoryBytesMax?: number;
};

const counts: Readonly<Record<ReaderKind, number>> = {
  organizations: 3,
  process: 2,
  probes: 1,
  operators: 1,
};
/** One connection is left to the others, however long an organization's reads take. */
const ownReadersMax = 2;
/**
 * With the writer and the killer. Each holds a thread of libuv's pool, which Node is started with
 * enough of for files to have some, too (`services/main.ts`).
 */
export const statementsAtOnceMax = Object.values(counts).reduce((sum, count) => sum + count, 2);
export const readsQueuedMaxDefault = 256;
export const writesQueuedMaxDefault = 64;
export const insertMsMaxDefault = 120_000;
export const serverMemoryBytesMaxDefault = 1024 ** 3;

export type EmbeddedWarehouse = Warehouse & {
  /** All tables as they are between two inserts. One at a time. */
  freeze(): Promise<Frozen>;
};

/**
 * ClickHouse in this process. Throws `FolderInUse` when another process has the folder.
 * A read that is aborted answers at once and is killed; it keeps its reader until the engine has ended it.
 */
export async function openEmbeddedWarehouse(options: EmbeddedOptions): Promise<EmbeddedWarehouse> {
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const engine = await openEngine(folder, {
    server: serverSettings(options),
    tables: tableSettings,
  });
  try {
    await clearFrozen(folder);
    const files = await openBlockFiles(options.tmpFolder ?? join(folder, 'blocks'));
    return warehouseOf({ engine, files, options });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

type Parts = {
  readonly engine: Engine;
  readonly files: BlockFiles;
  readonly options: EmbeddedOptions;
};

function warehouseOf({ engine, files, options }: Parts): EmbeddedWarehouse {
  const { writers, readers, killer } = connections(engine, options);
  const insertLimits = { max_execution_time: (options.insertMsMax ?? insertMsMaxDefault) / 1000 };
  let closing: Promise<void> | undefined;

  return {
    insertColumns: async (table, rows, columns, given = {}) => {
      if (rows === 0) return;
      const [into, how] = insertStatement(table, columns, given.deduplicationToken, insertLimits);
      await writers.use(
        connection =>
          files.withBlock(nativeBlock(rows, columns), async path => {
            await connection.run(`${into} FROM INFILE ${literal(path)} ${how}`);
          }),
        given.signal,
      );
    },
    query: async <Row>(sql: string, parameters: QueryParameters, given: QueryOptions = {}) => {
      const statement = readStatement(sql, parameters, given);
      const answer = await readers.use(
        connection => killer.run(connection, statement, given.signal),
        given,
      );
      return parseRows<Row>(answer);
    },
    command: async sql => {
      await writers.use(connection => connection.run(sql));
    },
    freeze: () => writers.use(connection => freezeTables(options.folder, connection)),
    close: () => {
      closing ??= closeAll(engine, [readers, writers, killer]);
      return closing;
    },
  };
}

type Connections = {
  readonly writers: ConnectionPool<Connection>;
  readonly readers: ReadLanes<Connection>;
  readonly killer: Killer;
};

function connections(engine: Engine, options: EmbeddedOptions): Connections {
  const close = (connection: Connection): Promise<void> => connection.close();
  return {
    writers: new ConnectionPool({
      name: 'inserts and commands',
      lanes: 1,
      queuedMax: options.writesQueuedMax ?? writesQueuedMaxDefault,
      open: () => engine.connect({ async_insert: 0 }),
      close,
    }),
    readers: openReadLanes({
      counts,
      ownMax: ownReadersMax,
      queuedMax: options.readsQueuedMax ?? readsQueuedMaxDefault,
      open: kind =>
        kind === 'operators'
          ? engine.connect({ ...operatorSettings, ...readerSettings }, operatorsDatabase(database))
          : engine.connect(readerSettings),
      close,
    }),
    killer: openKiller(engine),
  };
}

/** The answer is one JSON array; the line before FORMAT ends a comment that may end the statement. */
function readStatement(sql: string, parameters: QueryParameters, options: QueryOptions): string {
  const settings = settingsClause(readLimits(options));
  return `${withValues(sql, parameters)}\nFORMAT JSONEachRow ${settings}`;
}

type Closable = { readonly close: () => Promise<void> };

async function closeAll(engine: Engine, all: readonly Closable[]): Promise<void> {
  for (const each of all) await each.close();
  await engine.close();
}

/** Where the tables are: the engine's own. */
const database = 'default';

/** For a process of 1.5 GiB on two cores; the defaults are a server's, with caches of 5 GiB each. */
function serverSettings(options: EmbeddedOptions): Settings {
  return {
    max_server_memory_usage: options.serverMemoryBytesMax ?? serverMemoryBytesMaxDefault,
    uncompressed_cache_size: 64 * 1024 ** 2,
    mark_cache_size: 64 * 1024 ** 2,
    primary_index_cache_size: 64 * 1024 ** 2,
    index_mark_cache_size: 16 * 1024 ** 2,
    background_pool_size: 2,
    background_schedule_pool_size: 2,
  };
}

// On the connection: each setting within a statement takes 0.03 ms of it.
const readerSettings: Settings = {
  ...readSettings,
  max_query_size: queryBytesMax,
  // A part in which an index finds nothing is not opened at all. Servers before 25.9 know no other way.
  use_skip_indexes_on_data_read: 0,
  // Reads only, with settings of their own.
  readonly: 2,
};

const tableSettings: Settings = {
  // A server keeps what was merged for eight minutes, until the kernel has written what it became.
  // This engine deletes it at its next cleanup, so the merged part must be on the disk before.
  min_rows_to_fsync_after_merge: 1,
  // Seconds between cleanups: under load they become rarer, and a hundred dead parts take 3 MiB of memory.
  max_cleanup_delay_period: 30,
  // Buffers that grow as needed: each of the hundred files of a part of spans has one of 1 MiB otherwise.
  min_columns_to_activate_adaptive_write_buffer: 1,
  // Merges would count the different values of each column and keep their extremes. All reads name
  // their organization and time, which the key and the partition know already.
  auto_statistics_types: '',
};
