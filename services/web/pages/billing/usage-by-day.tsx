import type { Reading } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { useNow } from '../../time/use-now.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { Choice } from '../../ui/choice.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { bytesText, countText, wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import styles from './billing.module.css';
import { type Day, daysOf, everyDay, type Month } from './usage.ts';

const figures = [
  ['accepted_spans', 'Accepted spans', countText],
  ['accepted_points', 'Accepted data points', countText],
  ['rejected', 'Rejected spans and points', countText],
  ['requests', 'Requests', countText],
  ['parked', 'Parked requests', countText],
  ['parked_expired', 'Parked, then too old', countText],
  ['bytes', 'Stored data', bytesText],
] as const;

const height = 260;

/** One month, day by day. */
export function UsageByDay({ reading }: { readonly reading: Reading<'billingUsage'> }) {
  const [{ month, figure: printed }, change] = usePageSearch('month', 'figure');
  const figure = figures.find(([name]) => name === printed) ?? figures[0];
  const found = reading.data?.body.months ?? [];
  return (
    <ReadPanel
      title="Usage by day"
      reading={reading}
      height={height}
      aside={
        <>
          <Choice
            label="Month"
            value={month ?? found[0]?.month ?? ''}
            options={found.map(({ month: name }) => [name, name])}
            onChoose={next => change({ month: next })}
          />
          <Choice
            label="Figure"
            value={figure[0]}
            options={figures.map(([name, text]) => [name, text])}
            onChoose={next => change({ figure: next })}
          />
        </>
      }
    >
      {({ months }) => {
        const chosen = months.find(({ month: name }) => name === month) ?? months[0];
        return (
          <div className={styles.days} style={{ height }}>
            {chosen === undefined ? 'Nothing was used yet.' : <Days of={chosen} figure={figure} />}
          </div>
        );
      }}
    </ReadPanel>
  );
}

type DaysProps = { readonly of: Month; readonly figure: (typeof figures)[number] };

function Days({ of: month, figure: [name, text, format] }: DaysProps) {
  const days = everyDay(month, useNow());
  return (
    <Chart
      name={`${text} by day of ${month.month}`}
      {...daysOf(month.month)}
      timesMs={days.map(({ day }) => Date.parse(day))}
      lines={[{ label: text, values: days.map(day => day[name]), colour: 'accent', isBars: true }]}
      format={format}
      height={height - chartFrame}
      tell={index => [`${text}  ${format(days[index]?.[name] ?? 0)}`, 'Days are of UTC']}
      table={
        <DataTable
          caption={`Usage by day of ${month.month}`}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={columns}
        />
      }
    />
  );
}

/** Pixels of the names above a chart. */
const chartFrame = 40;

const columns: readonly Column<Day>[] = [
  { name: 'Day (UTC)', by: ({ day }) => day, cell: ({ day }) => day },
  ...figures.map(
    ([name, text]): Column<Day> => ({
      name: text,
      isNumber: true,
      by: day => day[name],
      cell: day => (
        <span title={`${wholeText(day[name])}`}>
          {name === 'bytes' ? `${wholeText(day[name])} B` : wholeText(day[name])}
        </span>
      ),
    }),
  ),
];
