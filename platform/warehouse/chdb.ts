import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { FolderInUse, Unavailable } from '../errors.ts';
import { translated } from './clickhouse-errors.ts';
import { quotedName, type Settings, settingsClause } from './statements.ts';

/** One connection to the engine in this process; it runs one statement at a time. */
export type Connection = {
  /** The answer as bytes, in the format the statement names. Throws the port's errors. */
  run(statement: string): Promise<Buffer>;
  close(): Promise<void>;
};

/** The engine of this process on one folder; it runs until it is closed. */
export type Engine = {
  /** `settings` hold as long as the connection, and so does the database; made where it is missing. */
  connect(settings: Settings, database?: string): Promise<Connection>;
  close(): Promise<void>;
};

export type EngineSettings = {
  /** Of the whole engine: caches, pools, memory. */
  readonly server: Settings;
  /** Of every MergeTree table that says nothing else. */
  readonly tables: Settings;
};

type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

type Chdb = {
  readonly Session: typeof import('chdb').Session;
  readonly drainPending: typeof import('chdb').drainPending;
  readonly createChdbConnection: typeof import('chdb/connection').createChdbConnection;
};

// The engine binds one folder per process.
let folderOpen: string | undefined;

/**
 * Starts the engine on `folder`, which must exist. Throws `FolderInUse` when another process has it.
 *  cost  100 ms of this thread for an empty folder
 */
export async function openEngine(folder: string, settings: EngineSettings): Promise<Engine> {
  const chdb = await loadChdb();
  if (folderOpen !== undefined) {
    throw new Error(`expected one embedded warehouse in a process, found ${folderOpen} open`);
  }
  folderOpen = folder;
  try {
    const anchor = await startSession(chdb, folder, settings);
    return {
      connect: (settings, database) => connect(chdb, folder, settings, database),
      close: async () => {
        anchor.close();
        await chdb.drainPending();
        folderOpen = undefined;
      },
    };
  } catch (error) {
    folderOpen = undefined;
    throw error;
  }
}

async function loadChdb(): Promise<Chdb> {
  try {
    const [{ Session, drainPending }, { createChdbConnection }] = await Promise.all([
      import('chdb'),
      import('chdb/connection'),
    ]);
    return { Session, drainPending, createChdbConnection };
  } catch (cause) {
    throw new Error(
      'expected the optional package chdb for the embedded warehouse; install it or set CLICKHOUSE_URL',
      { cause },
    );
  }
}

async function startSession(
  { Session }: Chdb,
  folder: string,
  settings: EngineSettings,
): Promise<InstanceType<Chdb['Session']>> {
  // Checked before, because the engine writes a line of its own to stderr when it fails.
  if (await lockListed(join(folder, 'status'))) throw new FolderInUse(folder);
  const connectionArgs = await engineArguments(folder, settings);
  try {
    return new Session(folder, { connectionArgs });
  } catch (cause) {
    if (await heldByAnother(folder)) throw new FolderInUse(folder, { cause });
    throw new Unavailable(
      `ClickHouse could not open ${folder}; its own line on stderr gives the reason`,
      { cause },
    );
  }
}

/** Settings of tables are read from a file only. */
async function engineArguments(
  folder: string,
  { server, tables }: EngineSettings,
): Promise<string[]> {
  const file = join(folder, 'config.xml');
  const lines = Object.entries(tables).map(([name, value]) => `    <${name}>${value}</${name}>\n`);
  await writeFile(
    file,
    `<clickhouse>\n  <merge_tree>\n${lines.join('')}  </merge_tree>\n</clickhouse>\n`,
  );
  return [
    `--config-file=${file}`,
    ...Object.entries(server).map(([name, value]) => `--${name}=${value}`),
  ];
}

/**
 * The engine says only that it failed, the reason goes to stderr. It holds a lock on the file
 * `status`, in which its process has written its id: the kernel's list of locks is read where there
 * is one, else whether that process lives.
 */
async function heldByAnother(folder: string): Promise<boolean> {
  const status = join(folder, 'status');
  return (await lockListed(status)) || (await writerLives(status));
}

async function lockListed(status: string): Promise<boolean> {
  try {
    const { ino } = await stat(status);
    const locks = await readFile('/proc/locks', 'utf8');
    return locks.split('\n').some(line => line.includes('FLOCK') && line.includes(`:${ino} `));
  } catch {
    return false;
  }
}

async function writerLives(status: string): Promise<boolean> {
  try {
    const pid = Number(/^PID: (\d+)$/m.exec(await readFile(status, 'utf8'))?.[1]);
    if (!Number.isInteger(pid) || pid === process.pid) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function connect(
  chdb: Chdb,
  folder: string,
  settings: Settings,
  database: string | undefined,
): Promise<Connection> {
  const client = createClient({
    // The same type, declared by another copy of the client's common package.
    connection: chdb.createChdbConnection({ path: folder }) as unknown as ClientConnection,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const connection: Connection = {
    run: async query => {
      try {
        const { stream } = await client.exec({ query });
        return Buffer.concat(await stream.toArray());
      } catch (error) {
        throw translated(error);
      }
    },
    close: () => client.close(),
  };
  if (database !== undefined) {
    await connection.run(`CREATE DATABASE IF NOT EXISTS ${quotedName(database)} ENGINE = Memory`);
    await connection.run(`USE ${quotedName(database)}`);
  }
  await connection.run(settingsClause(settings).replace('SETTINGS', 'SET'));
  return connection;
}
