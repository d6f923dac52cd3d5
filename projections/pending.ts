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
  readonly clear: () => void;
};

export function openPending(table: TableName, readStore: ReadStore): Pending {
  const versions = new Map<string, RowWrite[]>();
  const forgotten = new Set<string>();
  return {
    row: key => {
      const last = versions.get(key)?.at(-1);
      if (last !== undefined) return last.row;
      return forgotten.has(key) ? undefined : readStore.get(table, key);
    },
    write: (key, position, row) => {
      const version = row === undefined ? { key, position } : { key, position, row };
      const before = versions.get(key);
      if (before === undefined) versions.set(key, [version]);
      else before.push(version);
    },
    forget: key => {
      versions.delete(key);
      forgotten.add(key);
    },
    changes: () => ({ writes: [...versions.values()].flat(), forget: [...forgotten] }),
    clear: () => {
      versions.clear();
      forgotten.clear();
    },
  };
}
