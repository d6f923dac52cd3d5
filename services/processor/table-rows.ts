import type { Column } from '../../platform/columns/column.ts';
import { takeRows } from '../../platform/columns/take.ts';
import type { BatchTable } from './core/tables.ts';

/** The rows of one batch for one table, its marker rows among them. */
export type TableRows = {
  readonly table: BatchTable;
  readonly columns: readonly Column[];
  /** Start of each row's table partition. */
  readonly partitions: readonly number[] | Uint32Array;
};

/** The rows of one batch for one partition of one table: what one insert carries. */
export type Block = {
  readonly table: BatchTable;
  readonly partition: number;
  readonly rows: number;
  readonly columns: readonly Column[];
};

/**
 * One block a partition, so that one insert is one part: there or not there, with its marker.
 * Nearly every batch lies in one partition and is not copied.
 */
export function splitByPartition({ table, columns, partitions }: TableRows): Block[] {
  const rowsOf = new Map<number, number[]>();
  partitions.forEach((partition, row) => {
    const rows = rowsOf.get(partition);
    if (rows === undefined) rowsOf.set(partition, [row]);
    else rows.push(row);
  });
  return [...rowsOf].map(([partition, rows]) => ({
    table,
    partition,
    rows: rows.length,
    columns: rowsOf.size === 1 ? columns : takeRows(columns, Uint32Array.from(rows)),
  }));
}
