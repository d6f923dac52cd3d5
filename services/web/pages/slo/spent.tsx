import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Reading } from '../../data/use-read.ts';
import { errorsLink, objectiveTracesLink, serviceOperationLink } from '../../links.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { percentText, wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Instant } from '../../ui/time.tsx';
import { type Objective, timesText } from '../slos/words.ts';

type History = ResponseOf<'objectiveHistory'>;

type SpentProps = {
  readonly objective: Objective;
  readonly reading: Reading<'objectiveHistory'>;
};

const shownMax = 8;

/** The steps that spent the most of the budget, each with its traces. */
export const Spent = ({ objective, reading }: SpentProps) => (
  <ReadPanel
    title="What spent it"
    reading={reading}
    height={240}
    aside={
      <>
        <LinkTo link={serviceOperationLink(objective.service, objective.operation)}>Service</LinkTo>
        <LinkTo link={errorsLink(objective.service)}>Errors</LinkTo>
      </>
    }
  >
    {history => {
      const rows = mostOf(history);
      return rows.length === 0 ? (
        <Empty title="Nothing of the budget was spent" />
      ) : (
        <DataTable
          caption="What spent the budget"
          rows={rows}
          keyOf={({ from }) => from}
          columns={columnsOf(objective)}
        />
      );
    }}
  </ReadPanel>
);

type Row = {
  readonly from: string;
  readonly to: string;
  readonly bad: number;
  readonly total: number;
  /** Of all that was spent. */
  readonly percent: number;
  readonly burn: number;
};

function mostOf({ points, to, step_seconds: step }: History): readonly Row[] {
  const spent = points.at(-1)?.spent ?? 0;
  return points
    .map(({ timestamp, good, total, burn_rate: burn }) => ({
      from: timestamp,
      to: new Date(Math.min(Date.parse(timestamp) + step * 1_000, Date.parse(to))).toISOString(),
      bad: total - good,
      total,
      percent: (100 * (total - good)) / spent,
      burn,
    }))
    .filter(({ bad }) => bad > 0)
    .sort((left, right) => right.bad - left.bad)
    .slice(0, shownMax);
}

const columnsOf = (objective: Objective): readonly Column<Row>[] => [
  { name: 'From', cell: ({ from }) => <Instant at={from} shape="minute" /> },
  { name: 'Not good', isNumber: true, cell: ({ bad }) => wholeText(bad) },
  { name: 'Requests', isNumber: true, cell: ({ total }) => wholeText(total) },
  { name: 'Of what was spent', isNumber: true, cell: ({ percent }) => percentText(percent) },
  { name: 'Burn rate', isNumber: true, cell: ({ burn }) => timesText(burn) },
  {
    name: 'Traces',
    cell: row => <LinkTo link={objectiveTracesLink(objective, row)}>Traces</LinkTo>,
  },
];
