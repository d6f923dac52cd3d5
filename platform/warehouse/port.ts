import type { OrganizationId } from '../../schemas/ids.ts';
import type { Column } from '../columns/column.ts';

export type InsertOptions = {
  /** A block with a token that was inserted before is dropped. Characters: `[A-Za-z0-9:._#-]`. */
  readonly deduplicationToken?: string;
  readonly signal?: AbortSignal;
};

export type QueryOptions = QueryLimits & {
  /** Ends the waiting at once, and the statement as soon as the engine can. */
  readonly signal?: AbortSignal;
  /** The process itself when absent. */
  readonly reader?: Reader;
};

/**
 * For whom a read is. Organizations share connections and take turns on them; the others have their
 * own, so that no organization keeps them waiting:
 *  process    what accepted data needs to go on
 *  probes     checks of readiness
 *  operators  statements that operators write. They see no tables but those that they name with
 *             their database, each has bounded work between two looks at its time limit, and one
 *             that is abandoned is answered when the engine has ended it
 */
export type Reader = OrganizationReader | 'process' | 'probes' | 'operators';
export type OrganizationReader = { readonly organization: OrganizationId };

/** Lower than those that every read has. */
export type QueryLimits = {
  readonly maxExecutionMs?: number;
  readonly memoryBytesMax?: number;
  readonly resultBytesMax?: number;
};

/** Values are bound, never written into the text. */
export type QueryParameters = Readonly<Record<string, unknown>>;

/**
 * ClickHouse. Throws `Unavailable` when it cannot be reached, is out of resources or ran into a
 * deadline, `AnswerTooLarge` when a read gives more bytes than it may, and `QueryRejected` when the
 * statement itself is wrong.
 */
export type Warehouse = {
  /** One block; visible and synced when it resolves. After an error it may be there or not. */
  insertColumns(
    table: string,
    rows: number,
    columns: readonly Column[],
    options?: InsertOptions,
  ): Promise<void>;
  /** Rows as JSON values; 64-bit integers come as strings. */
  query<Row>(sql: string, parameters: QueryParameters, options?: QueryOptions): Promise<Row[]>;
  command(sql: string): Promise<void>;
  close(): Promise<void>;
};

/** A warehouse for those who read on behalf of organizations: every read names its own. */
export type OrganizationReads = {
  query<Row>(
    sql: string,
    parameters: QueryParameters,
    options: QueryOptions & { readonly reader: OrganizationReader },
  ): Promise<Row[]>;
};

export class QueryRejected extends Error {
  override readonly name = 'QueryRejected';
  readonly code = 'statement_refused';
  readonly retryable = false;
}
