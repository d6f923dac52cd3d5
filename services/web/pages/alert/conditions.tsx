import { conditionText, metricText, minutesText, valueText } from '../../rules/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import type { Alert } from './words.ts';

type Condition = NonNullable<Alert['evidence']['conditions']>[number];

type Row = { readonly at: number; readonly fired: Condition; readonly amended?: Condition };

type ConditionsProps = {
  readonly fired: readonly Condition[];
  /** With the spans that came late. */
  readonly amended: readonly Condition[] | undefined;
};

/** What each condition of the rule saw when it fired. */
export const Conditions = ({ fired, amended }: ConditionsProps) => (
  <DataTable
    caption="What each condition saw when it fired"
    rows={fired.map((one, at): Row => {
      const later = amended?.[at];
      return { at, fired: one, ...(later && { amended: later }) };
    })}
    keyOf={({ at }) => String(at)}
    columns={amended === undefined ? columns : [...columns, withLate]}
  />
);

const compared = (one: Condition) => ({ ...one, alert_type: 'threshold' }) as const;

const saidOf = (one: Condition): string =>
  one.value === null ? 'no data' : valueText(compared(one), one.value);

function textOf(one: Condition): string {
  const minutes = (Date.parse(one.window.to) - Date.parse(one.window.from)) / 60_000;
  const condition = `${metricText(compared(one))} ${conditionText(compared(one))}`;
  return `${condition} within ${minutesText(minutes)}`;
}

const columns: readonly Column<Row>[] = [
  { name: 'Condition', cell: ({ fired }) => textOf(fired) },
  { name: 'Value', isNumber: true, cell: ({ fired }) => saidOf(fired) },
  { name: 'Samples', isNumber: true, cell: ({ fired }) => wholeText(fired.samples) },
  {
    name: 'Holds',
    cell: ({ fired: { holds } }) => (
      <Badge tone={holds ? 'critical' : 'ok'}>{holds ? 'yes' : 'no'}</Badge>
    ),
  },
];

const withLate: Column<Row> = {
  name: 'With late spans',
  isNumber: true,
  cell: ({ amended }) => (amended === undefined ? '' : saidOf(amended)),
};
