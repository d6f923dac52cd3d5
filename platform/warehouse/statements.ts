import { randomUUID } from 'node:crypto';
import type { Column } from '../columns/column.ts';
import type { QueryLimits } from './port.ts';

/** A setting or limit of one statement, written into its text. */
export type Settings = Readonly<Record<string, string | number>>;

const tokenPattern = /^[A-Za-z0-9:._#-]{1,256}$/;
const namePattern = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;

/** `SETTINGS a = 1, b = 'c'`: settings live and die with the statement that carries them. */
export function settingsClause(settings: Settings): string {
  const pairs = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : literal(value)}`,
  );
  return `SETTINGS ${pairs.join(', ')}`;
}

/** A text as a literal of SQL. */
export function literal(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** `table` or `database.table`; the name of a column of a nested structure is one name. */
export function tableName(name: string): string {
  expectName(name);
  return name.split('.').map(quoted).join('.');
}

/** Any name as one identifier. */
export const quotedName = (name: string): string => `\`${name.replaceAll(/[\\`]/gu, '\\$&')}\``;

export function columnName(name: string): string {
  expectName(name);
  return quoted(name);
}

/**
 * What an insert needs so that its token decides, and nothing else. ClickHouse drops a block that
 * equals an earlier one unless it has a token, so a block without one gets a unique token;
 * and a server's default may be to insert later.
 */
export function insertSettings(token: string = randomUUID()): Settings {
  if (!tokenPattern.test(token)) {
    throw new RangeError(`expected a token like ${tokenPattern}, found ${token}`);
  }
  return {
    async_insert: 0,
    insert_deduplication_token: token,
    max_partitions_per_insert_block: partitionsPerInsertMax,
  };
}

/** An insert of a Native block in two parts, between which the embedded engine names the block's file. */
export function insertStatement(
  table: string,
  columns: readonly Column[],
  deduplicationToken: string | undefined,
  limits: Settings,
): readonly [into: string, how: string] {
  const names = columns.map(({ name }) => columnName(name)).join(', ');
  const settings = settingsClause({ ...insertSettings(deduplicationToken), ...limits });
  return [`INSERT INTO ${tableName(table)} (${names})`, `${settings} FORMAT Native`];
}

/** More table partitions in one insert are refused: each becomes a part of its own. */
export const partitionsPerInsertMax = 100;

/** How long a read's text may be. */
export const queryBytesMax = 32 * 1024 ** 2;
export const queryMsMax = 30_000;
export const queryMemoryBytesMax = 400 * 1024 ** 2;
/** Of the columns of an answer, before they are written as text; a column of few different texts counts each of these once. */
export const resultBytesMax = 64 * 1024 ** 2;
/** Of the text of an answer, which may be several times as long as its columns. */
export const answerBytesMax = 128 * 1024 ** 2;

/** What one read may take. */
export function readLimits(limits: QueryLimits = {}): Settings {
  const within = (most: number, wanted = most): number => Math.max(1, Math.min(wanted, most));
  return {
    max_execution_time: within(queryMsMax, limits.maxExecutionMs) / 1000,
    max_memory_usage: within(queryMemoryBytesMax, limits.memoryBytesMax),
    max_result_bytes: within(resultBytesMax, limits.resultBytesMax),
  };
}

/** Of every read: the form of its answer, one JSON array with 64-bit integers as strings; and how it is read. */
export const readSettings: Settings = {
  output_format_json_array_of_rows: 1,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  output_format_json_named_tuples_as_objects: 1,
  date_time_output_format: 'simple',
  // Dashboards read the same blocks repeatedly; large reads bypass the cache.
  use_uncompressed_cache: 1,
  // No table has any: looking for one takes a fifteenth of a short statement.
  optimize_use_projections: 0,
  // Conditions are few and on short columns: a step of reading for each costs a tenth of a short statement.
  enable_multiple_prewhere_read_steps: 0,
};

/**
 * Of operators' statements. An engine looks at a statement's time between two blocks of rows, so what
 * it does with one block is bounded: by its rows, and by the elements that `range` makes of them.
 */
export const operatorSettings: Settings = {
  max_block_size: 1024,
  max_joined_block_size_rows: 1024,
  function_range_max_elements_in_block: 20_000,
};

/** Empty: operators' statements run in it, so a name or a text alone finds no table and no file. */
export const operatorsDatabase = (database: string): string => `${database}_sql`;

function expectName(name: string): void {
  if (!namePattern.test(name)) throw new RangeError(`expected a name like a or a.b, found ${name}`);
}

const quoted = (name: string): string => `\`${name}\``;
