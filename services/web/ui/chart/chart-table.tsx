import { instantText } from '../../time/format.ts';
import { useZone } from '../../time/zone.ts';
import styles from './chart.module.css';
import type { ChartProps } from './chart-props.ts';

/** The numbers of a chart. */
export function ChartTable({ name, timesMs, lines, format }: ChartProps) {
  const zone = useZone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={`${name} as a table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {lines.map(({ label }) => (
              <th key={label} scope="col">
                <bdi>{label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {timesMs.map((ms, row) => (
            <tr key={ms}>
              <th scope="row">{instantText(ms, 'second', zone)}</th>
              {lines.map(({ label, values }) => (
                <td key={label} data-value={values[row] ?? ''}>
                  {values[row] == null ? '–' : format(values[row])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
