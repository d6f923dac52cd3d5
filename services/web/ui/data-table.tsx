import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import styles from './data-table.module.css';
import { useOverflow } from './use-overflow.ts';

export type Column<Row> = {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** What it is sorted by; absent: it cannot be sorted. */
  readonly by?: (row: Row) => number | string;
  readonly isNumber?: boolean;
  /** A CSS width; the rest is shared. */
  readonly width?: string;
};

type DataTableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sorted?: { readonly column: string; readonly isDescending: boolean };
};

/** A table whose columns sort. Numbers stand to the right, under their names. */
export function DataTable<Row>({ caption, columns, rows, keyOf, sorted }: DataTableProps<Row>) {
  const [order, setOrder] = useState(sorted);
  const shown = useMemo(() => inOrder(rows, columns, order), [rows, columns, order]);
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useOverflow(box);
  return (
    <div
      ref={box}
      className={styles.scroll}
      {...(scrolls && { role: 'region', tabIndex: 0, 'aria-label': caption })}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <Head key={column.name} column={column} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(column => (
                <td key={column.name} className={column.isNumber ? styles.number : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Order = { readonly column: string; readonly isDescending: boolean };

type HeadProps<Row> = {
  readonly column: Column<Row>;
  readonly order: Order | undefined;
  readonly onOrder: (order: Order) => void;
};

function Head<Row>({ column, order, onOrder }: HeadProps<Row>) {
  const { name, by, isNumber = false, width } = column;
  const isSorted = order?.column === name;
  const Arrow = order?.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={isNumber ? styles.number : undefined}
      style={width === undefined ? undefined : { width }}
      {...(isSorted && { 'aria-sort': order.isDescending ? 'descending' : 'ascending' })}
    >
      {by === undefined ? (
        name
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() =>
            onOrder({ column: name, isDescending: isSorted ? !order.isDescending : isNumber })
          }
        >
          {name}
          {isSorted && <Arrow size={12} aria-hidden />}
        </button>
      )}
    </th>
  );
}

function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | undefined,
): readonly Row[] {
  const by = columns.find(({ name }) => name === order?.column)?.by;
  if (by === undefined) return rows;
  const sign = order?.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}
