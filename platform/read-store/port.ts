import type { Json } from '../../schemas/json.ts';

/** One projection in one generation, as the store knows it: `api-keys@1#a`. */
export type TableName = string;

export type Row = { readonly [field: string]: Json | undefined };

export type KeyedRow<R extends Row = Row> = { readonly key: string; readonly row: R };

/** `row` undefined: the row ends at `position`. */
export type RowWrite = {
  readonly key: string;
  readonly position: number;
  readonly row?: Row;
  /** The table has no version of the key, which the store then need not look for. */
  readonly isFirst?: true;
};

export type RowChange = {
  readonly table: TableName;
  readonly writes: readonly RowWrite[];
  /** Keys to be forgotten with all their versions, before anything is written. */
  readonly forget?: readonly string[];
  readonly checkpoint: number;
};

export type ListOptions = {
  readonly prefix?: string;
  /** Only keys after this one. */
  readonly after?: string;
  readonly limit: number;
  /** As it was when this position had been applied; the latest when absent. */
  readonly at?: number;
};

export type PageOptions = Omit<ListOptions, 'limit'> & {
  /** Rows that are looked at, also those that were not there as of a position. */
  readonly rowsMax: number;
  /** Characters of their texts; the row that exceeds them is the last. */
  readonly bytesMax: number;
};

export type RowPage<R extends Row = Row> = {
  readonly rows: readonly KeyedRow<R>[];
  /** Key after which the next page begins; undefined when no row is left. */
  readonly next: string | undefined;
};

/**
 * Rows with their history: a write keeps the event position from which it holds. Reads are
 * synchronous: every process has its own store, in its own memory map.
 */
export type ReadStore = {
  /** Any text is allowed; one that cannot be a key has no row. */
  get(table: TableName, key: string, at?: number): Row | undefined;
  /** In the order of the keys, by their UTF-8 bytes. Rows that have ended cost a list of the present nothing. */
  list(table: TableName, options: ListOptions): readonly KeyedRow[];
  /** A part of such a list, of bounded cost also where rows were not there as of the position. */
  page(table: TableName, options: PageOptions): RowPage;
  /** Every version of every row, in order of key and position, for comparing two tables. */
  versions(table: TableName): Iterable<RowWrite>;
  /** Position up to which a table has been applied, -1 for none. */
  checkpoint(table: TableName): number;
  /**
   * All writes and the checkpoints of their tables in one transaction; durable when it returns.
   * Several at once take effect in the order of their calls.
   */
  apply(changes: readonly RowChange[]): Promise<void>;
  /** Which generation of a projection is read; undefined before the first. */
  current(projection: string): TableName | undefined;
  /** Makes `table` the one that is read and drops the generation before it, in one transaction. */
  switchTo(projection: string, table: TableName): Promise<void>;
  drop(table: TableName): Promise<void>;
  close(): Promise<void>;
};
