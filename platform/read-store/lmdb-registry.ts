import type { Environment } from '../lmdb/environment.ts';
import { numberInKey, numberKey, textInKey, textKey } from '../lmdb/keys.ts';
import type { TableName } from './port.ts';

/**
 * A table as it is stored; its number stands for its name in the keys of rows.
 *  hasLiveKeys  absent where a release before the index of live keys wrote to it last
 */
export type StoredTable = {
  readonly number: number;
  readonly checkpoint: number;
  readonly hasLiveKeys?: true;
};

/** Which tables there are. Everything that changes something runs inside a transaction. */
export type Registry = {
  readonly table: (name: TableName) => StoredTable | undefined;
  readonly names: () => readonly TableName[];
  /** Sets the checkpoint of a table, which is made when it is new, and gives its number. */
  readonly advance: (name: TableName, checkpoint: number) => number;
  /** Makes a table unreachable at once; its rows are garbage from then on. */
  readonly discard: (name: TableName) => void;
  /** Numbers of discarded tables whose rows may still be there. */
  readonly garbage: () => readonly number[];
  /** Ends the memory of a discarded table; false, as nothing is left to do. */
  readonly forget: (table: number) => false;
  readonly current: (projection: string) => TableName | undefined;
  readonly setCurrent: (projection: string, name: TableName) => void;
};

export function loadRegistry(environment: Environment): Registry {
  const tables = environment.textTable('tables');
  const discarded = environment.textTable('garbage');
  const currents = environment.textTable('current');

  const table = (name: TableName): StoredTable | undefined => {
    const stored = tables.get(textKey(name));
    return stored === undefined ? undefined : parseTable(stored);
  };
  const garbage = (): readonly number[] =>
    Array.from(discarded.getKeys({}), key => numberInKey(key, 0));
  // A number may come back once its rows are gone.
  const unused = (): number => {
    const used = Array.from(tables.getRange({}), ({ value }) => parseTable(value).number);
    return Math.max(0, ...used, ...garbage()) + 1;
  };
  return {
    table,
    names: () => Array.from(tables.getKeys({}), key => textInKey(key, 0).text),
    advance: (name, checkpoint) => {
      const number = table(name)?.number ?? unused();
      const stored: StoredTable = { number, checkpoint, hasLiveKeys: true };
      tables.put(textKey(name), JSON.stringify(stored));
      return number;
    },
    discard: name => {
      const stored = table(name);
      if (stored === undefined) return;
      tables.remove(textKey(name));
      discarded.put(numberKey(stored.number), '');
    },
    garbage,
    forget: number => {
      discarded.remove(numberKey(number));
      return false;
    },
    current: projection => currents.get(textKey(projection)),
    setCurrent: (projection, name) => currents.put(textKey(projection), name),
  };
}

const parseTable = (text: string): StoredTable => JSON.parse(text) as StoredTable;
