import { createMutex } from '../async/mutex.ts';
import { type Environment, type Label, openEnvironment } from '../lmdb/environment.ts';
import { type EncodedChange, encodeChange } from './encoded-change.ts';
import { loadRegistry, type Registry } from './lmdb-registry.ts';
import { type LmdbRows, lmdbRows } from './lmdb-rows.ts';
import type { ReadStore, Row, RowChange, TableName } from './port.ts';
import { openRemembered, type Remembered } from './row-cache.ts';

export type LmdbReadStore = ReadStore & {
  readonly label: Label;
  /** The last event that is in any table, -1 for none. */
  readonly upTo: () => number;
};

/** The read store of a process, in a folder of its own. */
export async function openLmdbReadStore({ folder }: { folder: string }): Promise<LmdbReadStore> {
  const environment = await openEnvironment(folder);
  const { ensureOpen } = environment;
  const cache = openRemembered<Row>();
  const batch: Environment['batch'] = writes => cache.writing(() => environment.batch(writes));
  const transact: Environment['transact'] = work => cache.writing(() => environment.transact(work));
  const rows = lmdbRows(environment);
  const registry = loadRegistry(environment);
  // A change looks among what is committed for what it forgets, and for the numbers of its tables.
  const inTurn = createMutex();

  const collectGarbage = async (): Promise<void> => {
    for (const table of registry.garbage())
      while (await transact(() => rows.removeSome(table) || registry.forget(table)));
  };
  const { numberOf, forgetNumbers } = openNumbers(registry, ensureOpen);
  /** Numbers of tables stand in the keys of their rows, so they are given before those are made. */
  const addTables = async (changes: readonly RowChange[]): Promise<void> => {
    const added = changes.filter(({ table }) => numberOf(table) === undefined);
    if (added.length === 0) return;
    await transact(() => {
      for (const { table } of added) registry.advance(table, -1);
    });
  };
  /** Not between the keys of a change and its transaction. */
  const discarding = async (work: () => void): Promise<void> => {
    await inTurn(() => transact(work).then(forgetNumbers));
    await collectGarbage();
  };
  await collectGarbage();
  await indexLiveKeys(registry, rows, environment);
  return {
    ...readsOf(rows, cache, numberOf),
    label: environment.label,
    upTo: () =>
      Math.max(-1, ...registry.names().map(name => registry.table(name)?.checkpoint ?? -1)),
    checkpoint: table => {
      ensureOpen();
      return registry.table(table)?.checkpoint ?? -1;
    },
    apply: changes =>
      inTurn(async () => {
        await addTables(changes);
        const encoded: EncodedChange[] = [];
        for (const change of changes)
          encoded.push(await encodeChange(numberOf(change.table) ?? 0, change));
        await batch(() => {
          for (const { table, checkpoint } of changes) registry.advance(table, checkpoint);
          encoded.forEach(rows.change);
        });
      }),
    current: projection => {
      ensureOpen();
      return registry.current(projection);
    },
    switchTo: (projection, table) =>
      discarding(() => {
        const before = registry.current(projection);
        registry.setCurrent(projection, table);
        if (before !== undefined && before !== table) registry.discard(before);
      }),
    drop: table => discarding(() => registry.discard(table)),
    close: environment.close,
  };
}

/** A table that was never written is empty. */
const readsOf = (
  rows: LmdbRows,
  cache: Remembered<Row>,
  numberOf: (table: TableName) => number | undefined,
): Pick<ReadStore, 'get' | 'list' | 'page' | 'versions'> => ({
  get: (table, key, at) => {
    const number = numberOf(table);
    if (number === undefined) return undefined;
    const read = () => rows.get(number, key, at);
    return at === undefined ? cache.get(number, key, read) : read().row;
  },
  list: (table, options) => {
    const number = numberOf(table);
    return number === undefined ? [] : rows.list(number, options);
  },
  page: (table, options) => {
    const number = numberOf(table);
    return number === undefined ? { rows: [], next: undefined } : rows.page(number, options);
  },
  versions: table => {
    const number = numberOf(table);
    return number === undefined ? [] : rows.versions(number);
  },
});

/** Numbers of tables by name: a table keeps its number for as long as it lives. */
function openNumbers(registry: Registry, ensureOpen: () => void) {
  const numbers = new Map<TableName, number>();
  return {
    numberOf: (table: TableName): number | undefined => {
      ensureOpen();
      const number = numbers.get(table) ?? registry.table(table)?.number;
      if (number !== undefined) numbers.set(table, number);
      return number;
    },
    forgetNumbers: (): void => numbers.clear(),
  };
}

/** Of tables that a release without the index wrote, once; a crash begins the table anew. */
async function indexLiveKeys(
  registry: Registry,
  rows: LmdbRows,
  { transact }: Pick<Environment, 'transact'>,
): Promise<void> {
  for (const name of registry.names()) {
    const { number, checkpoint, hasLiveKeys } = registry.table(name) ?? {};
    if (number === undefined || checkpoint === undefined || hasLiveKeys) continue;
    while (await transact(() => rows.clearLiveKeys(number)));
    let from: Buffer | undefined;
    do from = await transact(() => rows.indexSome(number, from));
    while (from !== undefined);
    await transact(() => registry.advance(name, checkpoint));
  }
}
