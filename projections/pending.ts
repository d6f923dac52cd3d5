import type { ReadStore, Row, RowWrite, TableName } from '../platform/read-store/port.ts';

/** Rows as they are after events that no commit holds yet. */
export type Pending = {
  readonly row: (key: string) => Row | undefined;
  /** Undefined: the row ends at the position. */
  readonly write: (key: string, position: number, row: Row | undefined) => void;
  /** The row with its past, and what was written of it since. */
  readonly forget: (key: string) => void;
  readonly changes: () => {
    readonly writes: readonly RowWrite[];
    readonly forget: readonly string[];
  };
  /** To be told that the store has the changes. */
  readonly stored: () => void;
  /** Forgets the changes, which the store may have or not. */
  readonly reset: () => void;
};

/** Keys of a new table that are kept in mind, so that a row that is not there is not looked for. */
const knownKeysMax = 250_000;

export function openPending(table: TableName, readStore: ReadStore): Pending {
  const versions = new Map<string, RowWrite[]>();
  const forgotten = new Set<string>();
  const known = openKnown(readStore.checkpoint(table) < 0);
  const clear = (): void => {
    versions.clear();
    forgotten.clear();
  };
  return {
    row: key => {
      const last = versions.get(key)?.at(-1);
      if (last !== undefined) return last.row;
      if (forgotten.has(key) || !known.maybe(key)) return undefined;
      return readStore.get(table, key);
    },
    write: (key, position, row) => {
      const version = row === undefined ? { key, position } : { key, position, row };
      const before = versions.get(key);
      if (before !== undefined) return void before.push(version);
      versions.set(key, [version]);
      known.add(key);
    },
    forget: key => {
      versions.delete(key);
      forgotten.add(key);
      known.delete(key);
    },
    changes: () => ({ writes: [...versions.values()].flat(), forget: [...forgotten] }),
    stored: clear,
    reset: () => {
      clear();
      known.giveUp();
    },
  };
}

/** Every key there is, while the table was empty when it was opened and has few; else any may be. */
function openKnown(isNew: boolean) {
  let keys = isNew ? new Set<string>() : undefined;
  return {
    maybe: (key: string): boolean => keys === undefined || keys.has(key),
    add: (key: string): void => {
      keys?.add(key);
      if (keys !== undefined && keys.size > knownKeysMax) keys = undefined;
    },
    delete: (key: string): void => void keys?.delete(key),
    giveUp: (): void => {
      keys = undefined;
    },
  };
}
