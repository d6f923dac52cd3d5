import type { LogRecord } from '../topic-log/port.ts';

export type TurnLimits = {
  /** Records of one round. */
  readonly roundMax: number;
  /** Of them, those of one owner. */
  readonly ownerMax: number;
};

/** Records that wait to be processed, by owner. */
export type Turns = {
  readonly records: () => number;
  readonly bytes: () => number;
  readonly add: (record: LogRecord) => void;
  /**
   * Takes out the next round: a list for each owner that has a turn, in the order of the log. The lists
   * have no key in common, so they may be processed side by side.
   */
  readonly take: (limits: TurnLimits) => readonly (readonly LogRecord[])[];
};

/**
 * Owners take turns, a record each, beginning with those whose turn was longest ago. Records of one key stay in the
 * order of the log: while one waits, later ones wait behind it in the line of its owner, also those of another owner.
 *  cost  O(1) for each record
 */
export function openTurns(ownerOf: (record: LogRecord) => string): Turns {
  // A map keeps the order of insertion: the order of turns.
  const lines = new Map<string, LogRecord[]>();
  const keys = new Map<string, { readonly owner: string; records: number }>();
  let records = 0;
  let bytes = 0;

  const next = (owner: string, line: LogRecord[]): LogRecord => {
    const record = line.shift() as LogRecord;
    const waiting = keys.get(record.key);
    if (waiting !== undefined && --waiting.records === 0) keys.delete(record.key);
    lines.delete(owner);
    if (line.length > 0) lines.set(owner, line);
    records--;
    bytes -= record.value.length;
    return record;
  };
  return {
    records: () => records,
    bytes: () => bytes,
    add: record => {
      const waiting = keys.get(record.key) ?? { owner: ownerOf(record), records: 0 };
      waiting.records++;
      keys.set(record.key, waiting);
      const line = lines.get(waiting.owner) ?? [];
      line.push(record);
      lines.set(waiting.owner, line);
      records++;
      bytes += record.value.length;
    },
    take: ({ roundMax, ownerMax }) => {
      const round = new Map<string, LogRecord[]>();
      for (let turn = 0, left = roundMax; turn < ownerMax; turn++)
        for (const [owner, line] of [...lines].slice(0, left)) {
          round.set(owner, [...(round.get(owner) ?? []), next(owner, line)]);
          left--;
        }
      return [...round.values()];
    },
  };
}
