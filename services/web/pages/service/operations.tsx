import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { windowOf } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText, percentText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import type { Scope } from './scope.ts';

type Operation = ResponseOf<'serviceDetail'>['operations'][number];

/** What the service does, the most frequent first; one of them can be looked at alone. */
export function Operations({ service, operation }: Scope) {
  const window = windowOf(useTime());
  const [, change] = usePageSearch('operation');
  const reading = useRead('serviceDetail', { params: { name: service }, query: { window } });
  return (
    <ReadPanel
      title="Operations"
      reading={reading}
      height={240}
      aside={
        operation !== undefined && (
          <Button onClick={() => change({ operation: '' })}>Show all operations above</Button>
        )
      }
    >
      {({ operations }) =>
        operations.length === 0 ? (
          <Empty title="No operation in this time" />
        ) : (
          <DataTable
            caption={`Operations of ${service}`}
            columns={columnsOf(service, operation, name => change({ operation: name }))}
            rows={operations}
            keyOf={({ operation_name }) => operation_name}
            sorted={{ column: 'Spans', isDescending: true }}
          />
        )
      }
    </ReadPanel>
  );
}

const columnsOf = (
  service: string,
  chosen: string | undefined,
  choose: (operation: string) => void,
): readonly Column<Operation>[] => [
  {
    name: 'Operation',
    by: ({ operation_name }) => operation_name,
    cell: ({ operation_name: name }) => (
      <Button
        look="quiet"
        aria-pressed={name === chosen}
        title="Show this operation alone"
        onClick={() => choose(name)}
      >
        <ForeignLine>{name}</ForeignLine>
      </Button>
    ),
  },
  number('Requests', ({ count }) => count, countText),
  number('Spans', ({ spans }) => spans.count, countText),
  number('Failed', ({ spans }) => spans.error_rate, percentText),
  number('Mean', ({ spans }) => spans.avg_latency, durationText),
  number('p95', ({ spans }) => spans.p95_latency, durationText),
  {
    name: 'Traces',
    cell: ({ operation_name: operation }) => (
      <LinkTo link={{ to: '/traces', search: { service, operation } }}>Traces</LinkTo>
    ),
  },
];

const number = (
  name: string,
  by: (row: Operation) => number,
  format: (value: number) => string,
): Column<Operation> => ({ name, by, isNumber: true, cell: row => format(by(row)) });
