import { useCallback, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import table from '../../ui/data-table.module.css';
import { wholeText } from '../../ui/figures.ts';
import { Empty } from '../../ui/states.tsx';
import styles from './compare.module.css';
import { PlaceRow } from './place-row.tsx';
import { greatestNs, type Place, rowsOf } from './places.ts';

/** As many rows as a page draws at once; the next ones are one click away. */
const shownAtOnce = 200;

/** The tree of both traces, with what each of them spent at each place. */
export function PlaceTable({ places }: { readonly places: readonly Place[] }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [shownMax, setShownMax] = useState(shownAtOnce);
  const rows = useMemo(() => rowsOf(places, closed), [places, closed]);
  const greatest = useMemo(() => greatestNs(places), [places]);
  const toggle = useCallback(
    (at: number): void =>
      setClosed(before => {
        const next = new Set(before);
        if (!next.delete(at)) next.add(at);
        return next;
      }),
    [],
  );
  if (places.length === 0) return <Empty title="Neither trace has spans that are kept" />;
  return (
    <>
      <div className={table.scroll}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className="visually-hidden">
            Places of both traces with the time that each spent there itself
          </caption>
          <Head />
          <tbody>
            {rows.slice(0, shownMax).map(node => (
              <PlaceRow
                key={node.at}
                node={node}
                isOpen={!closed.has(node.at)}
                toggle={toggle}
                greatestNs={greatest}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shownMax && (
        <Button onClick={() => setShownMax(shownMax + shownAtOnce)}>
          Show more of {wholeText(rows.length)} places
        </Button>
      )}
    </>
  );
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">Place</th>
      <th scope="col" className={table.number}>
        Spans A
      </th>
      <th scope="col" className={table.number}>
        Spans B
      </th>
      <th scope="col" className={table.number}>
        Own time A
      </th>
      <th scope="col" className={table.number}>
        Own time B
      </th>
      <th scope="col" className={table.number}>
        B less A
      </th>
      <th scope="col">
        <span className={styles.sides}>
          <span>A longer</span>
          <span>B longer</span>
        </span>
      </th>
    </tr>
  </thead>
);
