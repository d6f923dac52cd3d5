import type { ReadStore, Row, RowWrite, TableName } from '../../../platform/read-store/port.ts';
import { openKnownKeys } from './bloom-filter.ts';

/** Rows as they are after events that no commit holds yet. */
export type WriteBuffer = {
  readonly row: (key: string) => Row | undefined;
  /** Undefined: the row ends at the position. */
  readonly write: (key: string, position: number, row: Row | undefined) => void;
  /** The row with its past, and what was written of it since. */
  readonly forget: (key: string) => void;
  /** The changes since the last call; further rows are buffered while these are stored. */
  readonly changes: () => {
    readonly writes: readonly RowWrite[];
    readonly forget: readonly string[];
  };
  /** Called when the store has the changes, before the next ones. */
  readonly stored: () => void;
  /** Forgets the changes, which the store may have or not. */
  readonly reset: () => void;
};

type Layer = { readonly versions: Map<string, RowWrite[]>; readonly forgotten: Set<string> };

const newLayer = (): Layer => ({ versions: new Map(), forgotten: new Set() });
const nothing: Pick<RowWrite, 'row'> = {};

const latest = ({ versions, forgotten }: Layer, key: string) =>
  versions.get(key)?.at(-1) ?? (forgotten.has(key) ? nothing : undefined);

export function openPending(table: TableName, readStore: ReadStore): WriteBuffer {
  let added = newLayer();
  let storing = newLayer();
  // Of a table that begins empty, so that a row that is not there is not looked for.
  let known = readStore.checkpoint(table) < 0 ? openKnownKeys() : undefined;
  return {
    row: key => {
      const version = latest(added, key) ?? latest(storing, key);
      if (version !== undefined) return version.row;
      return (known?.maybe(key) ?? true) ? readStore.get(table, key) : undefined;
    },
    write: (key, position, row) => {
      const version = row === undefined ? { key, position } : { key, position, row };
      const before = added.versions.get(key);
      if (before !== undefined) return void before.push(version);
      const isFirst = known?.maybe(key) === false;
      added.versions.set(key, [isFirst ? { ...version, isFirst } : version]);
      known?.add(key);
    },
    forget: key => {
      added.versions.delete(key);
      added.forgotten.add(key);
    },
    changes: () => {
      storing = added;
      added = newLayer();
      return { writes: [...storing.versions.values()].flat(), forget: [...storing.forgotten] };
    },
    stored: () => {
      storing = newLayer();
    },
    reset: () => {
      added = newLayer();
      storing = newLayer();
      known = undefined;
    },
  };
}
