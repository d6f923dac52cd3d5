/** Where a partition is read: which records have led to what is written. */
export type Places = {
  /** Of the record that is applied, or of the next one. */
  readonly current: () => number;
  /** When the record that is applied came into the log. */
  readonly appendedAtMs: () => number;
  /** Whether nobody stored what follows from it: a former owner had written its rows before it committed. */
  readonly isNew: () => boolean;
  /** What is written together: the records since what was stored before. The same range has the same rows. */
  readonly range: () => string;
  /** A batch ends where new versions of rules may be adopted again, so that their place does not depend on batches. */
  readonly recordsMax: (limit: number) => number;
  /** `atMs`: when the record there came into the log. */
  readonly moveTo: (offset: number, atMs?: number) => void;
  /** What follows from all records before the current one is stored. */
  readonly stored: () => void;
};

/**
 *  offset   the first record to apply
 *  newFrom  where the former owner stopped
 */
export function createPlaces(offset: number, newFrom: number): Places {
  let current = offset;
  let storedTo = offset;
  let appendedAtMs = 0;
  return {
    current: () => current,
    appendedAtMs: () => appendedAtMs,
    isNew: () => current >= newFrom,
    range: () => `${storedTo}-${current}`,
    recordsMax: limit => (current < newFrom ? Math.min(limit, newFrom - current) : limit),
    moveTo: (next, atMs = appendedAtMs) => {
      current = next;
      appendedAtMs = atMs;
    },
    stored: () => {
      storedTo = current;
    },
  };
}
