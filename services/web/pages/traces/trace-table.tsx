import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRowKeys } from '../../shell/use-row-keys.ts';
import table from '../../ui/data-table.module.css';
import { type Order, pressed, type Sort } from './order.ts';
import { isChosen, type Pair } from './pair.ts';
import type { Trace } from './trace.ts';
import { TraceRow } from './trace-row.tsx';
import styles from './traces.module.css';

type TraceTableProps = {
  readonly caption: string;
  readonly traces: readonly Trace[];
  readonly pair: Pair;
  readonly choose: (id: string) => void;
  /** Absent: the list has the order in which the traces came. */
  readonly sorting?: Sorting;
};

export type Sorting = { readonly order: Order; readonly onOrder: (order: Order) => void };

/** Traces, of which two can be chosen. */
export function TraceTable({ caption, traces, pair, choose, sorting }: TraceTableProps) {
  const rows = useRowKeys<HTMLTableElement>();
  const longestMs = traces.reduce((most, { duration_ms }) => Math.max(most, duration_ms), 0);
  return (
    <div className={table.scroll}>
      <table ref={rows} className={`${table.table} ${styles.table}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Chosen</span>
            </th>
            <Head name="Start" by="start_time" sorting={sorting} />
            <th scope="col" className={styles.service}>
              Root service
            </th>
            <th scope="col">Root operation</th>
            <Head name="Duration" by="duration_ms" sorting={sorting} />
            <Head name="Spans" by="span_count" sorting={sorting} isNumber />
            <Head name="Errors" by="error_count" sorting={sorting} isNumber />
          </tr>
        </thead>
        <tbody>
          {traces.map(trace => (
            <TraceRow
              key={trace.trace_id}
              trace={trace}
              longestMs={longestMs}
              isChosen={isChosen(pair, trace.trace_id)}
              choose={choose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = {
  readonly name: string;
  readonly by: Sort;
  readonly sorting: Sorting | undefined;
  readonly isNumber?: boolean;
};

function Head({ name, by, sorting, isNumber = false }: HeadProps) {
  const className = isNumber ? table.number : undefined;
  if (sorting === undefined)
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  const { order, onOrder } = sorting;
  const isSorted = order.by === by;
  const Arrow = order.isAscending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={className}
      {...(isSorted && { 'aria-sort': order.isAscending ? 'ascending' : 'descending' })}
    >
      <button type="button" className={table.sort} onClick={() => onOrder(pressed(order, by))}>
        {name}
        {isSorted && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  );
}
