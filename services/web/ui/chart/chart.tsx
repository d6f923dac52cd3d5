import { lazy, Suspense, useState } from 'react';
import { Button } from '../button.tsx';
import styles from './chart.module.css';
import { type ChartProps, presetHeight } from './chart-props.ts';
import { ChartTable } from './chart-table.tsx';
import { seriesColour } from './colours.ts';
import type { Dots, Line } from './line.ts';

// What draws comes after the page; its place is kept free.
const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }));

/** Lines over time with their names, and the same numbers as a table for whoever cannot see or copy a picture. */
export function Chart(props: ChartProps) {
  const { name, lines, marks = [], aside, table } = props;
  const [isTable, setTable] = useState(false);
  return (
    <figure className={styles.chart} aria-label={name}>
      <figcaption className={styles.legend}>
        {lines.map(({ label, colour, dots }) => (
          <span key={label} className={styles.entry}>
            <Swatch colour={colour} dots={dots} />
            <bdi>{label}</bdi>
          </span>
        ))}
        {marks.length > 0 && <span className={styles.entry}>▲ deployment</span>}
        <span className={styles.right}>
          {aside}
          <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </span>
      </figcaption>
      {isTable ? (
        (table ?? <ChartTable {...props} />)
      ) : (
        <Suspense fallback={<div style={{ height: props.height ?? presetHeight }} />}>
          <Plot {...props} />
        </Suspense>
      )}
    </figure>
  );
}

type SwatchProps = Pick<Line, 'colour'> & { readonly dots: Dots | undefined };

const Swatch = ({ colour, dots }: SwatchProps) => (
  <span
    className={dots === undefined ? styles.swatch : styles.dot}
    data-hollow={dots?.isHollow}
    style={{ color: colourVariable(colour) }}
  />
);

/** Series have no token each: their colours stand in one list, which `Swatch` cannot index. */
const colourVariable = (colour: string | number): string =>
  typeof colour === 'string' ? `var(--${colour})` : seriesColour(colour);
