import { setTimeout as wait } from 'node:timers/promises';
import { Unavailable } from '../../../platform/errors.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { nilOrganization } from '../../../schemas/ids.ts';
import type { Block } from '../blocks/table-block.ts';
import { limits } from '../config.ts';
import { type BatchTable, batchTables } from '../core/tables.ts';

export type InsertDependencies = {
  readonly warehouse: Warehouse;
  /** Called for each attempt that could not reach the warehouse. */
  readonly unavailable: (error: Unavailable) => void;
  readonly signal: AbortSignal;
};

/** The warehouse says yes again and again and the rows are still not there. */
export class InsertLost extends Error {
  override readonly name = 'InsertLost';
  readonly code = 'insert_lost';
  readonly retryable = false;
}

/**
 * Inserts one block exactly once. When it may have been tried before (`fresh` false, or the first
 * try failed), the marker row decides: it is in the same part as the rows, so it is there exactly
 * when they are. A deduplication record can outlive a crash that its part did not, and then swallows
 * every repetition of its token; hence a new token after each answer that brought no marker.
 */
export async function insertExactlyOnce(
  block: Block,
  batch: string,
  fresh: boolean,
  dependencies: InsertDependencies,
): Promise<void> {
  const { signal } = dependencies;
  if (fresh && (await inserted(block, batch, dependencies))) return;
  for (let round = 0; round < limits.insertRoundsMax; ) {
    signal.throwIfAborted();
    const there = await hasMarker(block, batch, dependencies);
    if (there === true) return;
    const token = round === 0 ? batch : `${batch}#${round}`;
    if (there === false && (await inserted(block, token, dependencies))) round++;
    else await wait(limits.insertPauseMs, undefined, { signal });
  }
  if ((await hasMarker(block, batch, dependencies)) === true) return;
  throw new InsertLost(
    `expected the marker of ${batch} in ${block.table} after ${limits.insertRoundsMax} inserts, found none`,
  );
}

/** Name of the batch with the highest offsets whose rows are in any of the tables; '' when there is none. */
export async function lastCommittedMarker(
  source: string,
  tables: readonly BatchTable[],
  warehouse: Warehouse,
): Promise<string> {
  const names = tables
    .map(
      table =>
        `SELECT batch FROM ${table} WHERE organization = {nil:UUID} AND startsWith(batch, {source:String})`,
    )
    .join(' UNION ALL ');
  const rows = await warehouse.query<{ batch: string }>(
    `SELECT argMax(batch, toUInt64OrZero(extract(batch, '-([0-9]+)$'))) AS batch FROM (${names})`,
    { nil: nilOrganization, source: `${source}:` },
  );
  return rows[0]?.batch ?? '';
}

async function inserted(
  block: Block,
  token: string,
  { warehouse, unavailable, signal }: InsertDependencies,
): Promise<boolean> {
  try {
    const options = { deduplicationToken: token, signal };
    await warehouse.insertColumns(block.table, block.rows, block.columns, options);
    return true;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    unavailable(error);
    return false;
  }
}

/** Undefined: the warehouse is unavailable. */
async function hasMarker(
  { table, partition }: Block,
  batch: string,
  { warehouse, unavailable, signal }: InsertDependencies,
): Promise<boolean | undefined> {
  try {
    const rows = await warehouse.query<{ there: number }>(
      `SELECT 1 AS there FROM ${table} WHERE organization = {nil:UUID} AND batch = {batch:String}
       AND ${batchTables[table].time} = {partition:UInt32} LIMIT 1`,
      { nil: nilOrganization, batch, partition },
      { signal },
    );
    return rows.length > 0;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    unavailable(error);
    return undefined;
  }
}
