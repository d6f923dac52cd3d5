import type { Environment } from '../lmdb/environment.ts';
import type { RowWrite } from './port.ts';
import { rowKey } from './row-keys.ts';

type Range = { readonly start: Buffer; readonly end: Buffer; readonly limit?: number };

/**
 * Keys of the rows that are there now. Ended rows keep their versions for past states; a list of the present that looked
 * at them would cost as much as all that was ever deleted.
 */
export type LiveKeys = {
  readonly keys: (range: Range) => Iterable<Buffer>;
  /** What changes of a table make of it; called before its versions are written. */
  readonly change: (
    table: number,
    writes: readonly RowWrite[],
    forgotten: readonly string[],
  ) => void;
  readonly add: (row: Buffer) => void;
  readonly removeSome: (range: Range) => boolean;
};

/**
 * Everything that writes runs inside a transaction.
 *  latest  position of the latest version of a row, which is looked for only where a row begins or ends
 */
export function openLiveKeys(
  environment: Environment,
  latest: (row: Buffer) => number | undefined,
): LiveKeys {
  const live = environment.textTable('live');
  const set = (row: Buffer, isLive: boolean): void => {
    if (isLive) live.put(row, '');
    else live.remove(row);
  };
  /** A version that comes after a newer one changes nothing of now. */
  const isLatest = (row: Buffer, { position }: RowWrite): boolean =>
    position >= (latest(row) ?? -1);
  const note = (row: Buffer, write: RowWrite | undefined, isForgotten: boolean): void => {
    const wasLive = live.get(row) !== undefined;
    const isLive = write?.row !== undefined;
    if (wasLive === isLive) return;
    if (isForgotten || (write !== undefined && isLatest(row, write))) set(row, isLive);
  };
  return {
    keys: range => live.getKeys(range),
    change: (table, writes, forgotten) => {
      const last = latestOf(writes);
      const gone = new Set(forgotten);
      for (const key of gone) note(rowKey(table, key), last.get(key), true);
      for (const [key, write] of last) if (!gone.has(key)) note(rowKey(table, key), write, false);
    },
    add: row => set(row, true),
    removeSome: range => {
      const keys = [...live.getKeys(range)];
      for (const key of keys) live.remove(key);
      return keys.length > 0;
    },
  };
}

/** Of each key, the write with the highest position. */
function latestOf(writes: readonly RowWrite[]): ReadonlyMap<string, RowWrite> {
  const latest = new Map<string, RowWrite>();
  for (const write of writes) {
    const before = latest.get(write.key);
    if (before === undefined || before.position <= write.position) latest.set(write.key, write);
  }
  return latest;
}
