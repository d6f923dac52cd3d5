export const rowCacheLimits = {
  /** Rows that are kept; the one that was kept first goes first. */
  rowsMax: 2_000,
  /** Characters of a row that is kept. */
  textLengthMax: 4_096,
} as const;

/** What a read found: the row, and the length of its text. */
export type Found<Value> = { readonly row: Value | undefined; readonly textLength: number };

/** Rows of now that were read a moment ago, also those that are not there. */
export type Remembered<Value> = {
  readonly get: (table: number, key: string, read: () => Found<Value>) => Value | undefined;
  /** Does what writes. While it runs, nothing is kept, and afterwards nothing of before. */
  readonly writing: <Result>(write: () => Promise<Result>) => Promise<Result>;
};

/**
 * Every request needs its key and its plan, which change rarely: to find and to parse one takes 50 times as long as to
 * remember it. Between two writes a row is what it was; while one runs, only the store knows from when on it shows.
 */
export function openRemembered<Value>(): Remembered<Value> {
  const kept = new Map<string, Value | undefined>();
  let writes = 0;
  const keep = (name: string, row: Value | undefined): void => {
    kept.set(name, row);
    if (kept.size <= rowCacheLimits.rowsMax) return;
    const [first] = kept.keys();
    if (first !== undefined) kept.delete(first);
  };
  return {
    get: (table, key, read) => {
      if (writes > 0) return read().row;
      const name = `${table} ${key}`;
      const known = kept.get(name);
      if (known !== undefined || kept.has(name)) return known;
      const { row, textLength } = read();
      if (key.length + textLength <= rowCacheLimits.textLengthMax) keep(name, row);
      return row;
    },
    writing: async write => {
      writes++;
      kept.clear();
      try {
        return await write();
      } finally {
        writes--;
      }
    },
  };
}
