import { createMutex } from '../async/mutex.ts';
import { type Environment, type Label, openEnvironment } from '../lmdb/environment.ts';
import { loadRegistry, type Registry } from './lmdb-registry.ts';
import { type LmdbRows, lmdbRows } from './lmdb-rows.ts';
import type { ReadStore, TableName } from './port.ts';

export type LmdbReadStore = ReadStore & {
  readonly label: Label;
  /** The last event that is in any table, -1 for none. */
  readonly upTo: () => number;
};

/** The read store of a process, in a folder of its own. */
export async function openLmdbReadStore({ folder }: { folder: string }): Promise<LmdbReadStore> {
  const environment = await openEnvironment(folder);
  const { ensureOpen, batch, transact } = environment;
  const rows = lmdbRows(environment);
  const registry = loadRegistry(environment);
  // A change looks for what it forgets among what is committed.
  const inTurn = createMutex();

  const collectGarbage = async (): Promise<void> => {
    for (const table of registry.garbage())
      while (await transact(() => rows.removeSome(table) || registry.forget(table)));
  };
  const { numberOf, forgetNumbers } = openNumbers(registry, ensureOpen);
  await collectGarbage();
  await indexLiveKeys(registry, rows, environment);
  return {
    ...readsOf(rows, numberOf),
    label: environment.label,
    upTo: () =>
      Math.max(-1, ...registry.names().map(name => registry.table(name)?.checkpoint ?? -1)),
    checkpoint: table => {
      ensureOpen();
      return registry.table(table)?.checkpoint ?? -1;
    },
    apply: changes =>
      inTurn(() => {
        const work = (): void => {
          for (const { table, writes, forget = [], checkpoint } of changes)
            rows.change(registry.advance(table, checkpoint), writes, forget);
        };
        // Only the numbers of new tables depend on what the same transaction has written.
        const isPlain = changes.every(({ table }) => numberOf(table) !== undefined);
        return isPlain ? batch(work) : transact(work);
      }),
    current: projection => {
      ensureOpen();
      return registry.current(projection);
    },
    switchTo: async (projection, table) => {
      await transact(() => {
        const before = registry.current(projection);
        registry.setCurrent(projection, table);
        if (before !== undefined && before !== table) registry.discard(before);
      });
      forgetNumbers();
      await collectGarbage();
    },
    drop: async table => {
      await transact(() => registry.discard(table));
      forgetNumbers();
      await collectGarbage();
    },
    close: environment.close,
  };
}

/** A table that was never written is empty. */
const readsOf = (
  rows: LmdbRows,
  numberOf: (table: TableName) => number | undefined,
): Pick<ReadStore, 'get' | 'list' | 'page' | 'versions'> => ({
  get: (table, key, at) => {
    const number = numberOf(table);
    return number === undefined ? undefined : rows.get(number, key, at);
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
