import type { Environment } from '../lmdb/environment.ts';
import type { Outcome } from './encoded-change.ts';

type Range = { readonly start: Buffer; readonly end: Buffer; readonly limit?: number };

/**
 * Keys of the rows that are there now. Ended rows keep their versions for past states; a list of the present that looked
 * at them would cost as much as all that was ever deleted.
 */
export type LiveKeys = {
  readonly keys: (range: Range) => Iterable<Buffer>;
  /** What a change makes of its rows; called before its versions are written. */
  readonly change: (outcomes: readonly Outcome[]) => void;
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
  const isLatest = ({ row, position = -1 }: Outcome): boolean => position >= (latest(row) ?? -1);
  const note = (outcome: Outcome): void => {
    const { row, isLive, isFirst, isForgotten } = outcome;
    const wasLive = !isFirst && live.get(row) !== undefined;
    if (wasLive === isLive) return;
    if (isFirst || isForgotten || isLatest(outcome)) set(row, isLive);
  };
  return {
    keys: range => live.getKeys(range),
    change: outcomes => outcomes.forEach(note),
    add: row => set(row, true),
    removeSome: range => {
      const keys = [...live.getKeys(range)];
      for (const key of keys) live.remove(key);
      return keys.length > 0;
    },
  };
}
