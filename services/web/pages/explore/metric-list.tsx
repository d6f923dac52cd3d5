import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, wholeText } from '../../ui/figures.ts';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { type Found, keyOf } from './found-metrics.ts';

type MetricListProps = {
  readonly metrics: readonly Found[];
  readonly wanted: string;
  readonly chosen: Found | undefined;
  readonly onChoose: (metric: Found) => void;
};

const rowsMax = 200;

/** The metrics that have a text in their name, each a way to its chart. */
export function MetricList({ metrics, wanted, chosen, onChoose }: MetricListProps) {
  const found = metrics.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  if (found.length === 0) return <Empty title="No metric has this name" />;
  return (
    <>
      <DataTable
        caption="Metrics"
        columns={columnsOf(chosen, onChoose)}
        rows={found.slice(0, rowsMax)}
        keyOf={keyOf}
      />
      {found.length > rowsMax && (
        <Muted>{wholeText(found.length - rowsMax)} more: type more of the name.</Muted>
      )}
    </>
  );
}

const columnsOf = (
  chosen: Found | undefined,
  choose: (metric: Found) => void,
): readonly Column<Found>[] => [
  {
    name: 'Metric',
    by: ({ name }) => name,
    cell: metric => (
      <Button
        look="quiet"
        aria-pressed={chosen !== undefined && keyOf(metric) === keyOf(chosen)}
        title={metric.description.slice(0, 1_000)}
        onClick={() => choose(metric)}
      >
        <ForeignLine>{metric.name}</ForeignLine>
      </Button>
    ),
  },
  { name: 'Type', by: ({ type }) => type, cell: ({ type }) => type.replaceAll('_', ' ') },
  {
    name: 'Services',
    isNumber: true,
    by: ({ services }) => services.length,
    cell: ({ services }) => countText(services.length),
  },
  {
    name: 'Series',
    isNumber: true,
    by: ({ seriesCount }) => seriesCount,
    cell: ({ seriesCount }) => countText(seriesCount),
  },
];
