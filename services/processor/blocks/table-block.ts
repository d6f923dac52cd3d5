import { setImmediate as otherWork } from 'node:timers/promises';
import type { Column } from '../../../platform/columns/column.ts';
import { takeRows } from '../../../platform/columns/take.ts';
import type { BatchTable } from '../core/tables.ts';

/** The entryId of a row that is no datum. */
export const noRowId = 0xffff_ffff;

/** The rows of one batch for one table, its marker rows among them. */
export type TableBlock = {
  readonly table: BatchTable;
  readonly columns: readonly Column[];
  /** Start of each row's table partition. */
  readonly partitions: ArrayLike<number>;
  /** The entry of each row, for the cardinality limiter; it is not inserted. */
  readonly entryIds?: Uint32Array;
};

/** The rows of one batch for one partition of one table: what one insert carries. */
export type Block = {
  readonly table: BatchTable;
  readonly partition: number;
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly entryIds?: Uint32Array;
};

/**
 * One block a partition, so that one insert is one part: there or not there, with its marker.
 * Nearly every batch lies in one partition and is not copied.
 */
export async function splitByPartition({
  table,
  columns,
  partitions,
  entryIds,
}: TableBlock): Promise<Block[]> {
  const only = onlyOne(partitions);
  if (only !== undefined) {
    return [
      { table, partition: only, rows: partitions.length, columns, ...withEntryIds(entryIds) },
    ];
  }
  const rowsOf = new Map<number, number[]>();
  for (let row = 0; row < partitions.length; row++) {
    const partition = partitions[row] as number;
    const rows = rowsOf.get(partition);
    if (rows === undefined) rowsOf.set(partition, [row]);
    else rows.push(row);
  }
  const blocks: Block[] = [];
  for (const [partition, rows] of rowsOf) {
    await otherWork();
    const taken = takeRows(columns, Uint32Array.from(rows));
    const own = entryIds && Uint32Array.from(rows, row => entryIds[row] as number);
    blocks.push({ table, partition, rows: rows.length, columns: taken, ...withEntryIds(own) });
  }
  return blocks;
}

const withEntryIds = (entryIds: Uint32Array | undefined) =>
  entryIds === undefined ? {} : { entryIds };

/** The partition that all rows lie in, if it is one. */
function onlyOne(partitions: ArrayLike<number>): number | undefined {
  const first = partitions[0];
  for (let row = 1; row < partitions.length; row++) {
    if (partitions[row] !== first) return undefined;
  }
  return first;
}
