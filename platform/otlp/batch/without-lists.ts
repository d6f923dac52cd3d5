import type { Column, ColumnData } from '../../columns/column.ts';
import { takeRows } from '../../columns/take.ts';

/** The same columns, with the lists of those whose name begins with `prefix` empty in some rows. */
export const withoutLists = (
  columns: readonly Column[],
  prefix: string,
  rows: ReadonlySet<number>,
): Column[] =>
  columns.map(column => {
    if (!column.name.startsWith(prefix) || column.data.kind !== 'array') return column;
    return { ...column, data: emptied(column.data, rows) };
  });

type ArrayData = Extract<ColumnData, { readonly kind: 'array' }>;

function emptied({ ends, values }: ArrayData, rows: ReadonlySet<number>): ArrayData {
  const kept: number[] = [];
  const newEnds = BigUint64Array.from(ends, (end, row) => {
    for (let at = Number(ends[row - 1] ?? 0n); at < Number(end) && !rows.has(row); at++) {
      kept.push(at);
    }
    return BigInt(kept.length);
  });
  const [taken] = takeRows([{ name: '', type: '', data: values }], Uint32Array.from(kept));
  return { kind: 'array', ends: newEnds, values: taken?.data ?? values };
}
