import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText, wholeText } from '../../ui/figures.ts';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';

type Status = ResponseOf<'adminStatus'>;
type Consumer = NonNullable<Status['consumers']>[number];
type Request = Status['requests'][number];

/** How far behind each consumer is, by partition; the one that is farthest behind first. */
export const ConsumerTable = ({ consumers }: { readonly consumers: readonly Consumer[] }) => (
  <DataTable
    caption="Lag of consumers"
    columns={ofConsumer}
    rows={consumers}
    keyOf={({ group, topic, partition }) => `${group} ${topic} ${partition}`}
    sorted={{ column: 'Lag', isDescending: true }}
  />
);

/** The latest requests that this process answered. */
export const RequestTable = ({ requests }: { readonly requests: readonly Request[] }) => (
  <DataTable
    caption="Latest requests"
    columns={ofRequest}
    rows={requests.map((request, index) => ({ ...request, index }))}
    keyOf={({ at, index }) => `${at} ${index}`}
  />
);

const number = <Row,>(name: string, by: (row: Row) => number): Column<Row> => ({
  name,
  by,
  isNumber: true,
  cell: row => wholeText(by(row)),
});

const ofConsumer: readonly Column<Consumer>[] = [
  { name: 'Consumer', by: ({ group }) => group, cell: ({ group }) => group },
  { name: 'Topic', by: ({ topic }) => topic, cell: ({ topic }) => topic },
  number('Partition', ({ partition }) => partition),
  number('Read up to', ({ committed }) => committed),
  number('End', ({ end }) => end),
  number('Lag', ({ lag }) => lag),
];

const failedFrom = 400;

const ofRequest: readonly Column<Request & { readonly index: number }>[] = [
  { name: 'When', cell: ({ at }) => <Instant at={at} /> },
  {
    name: 'Status',
    by: ({ status }) => status,
    cell: ({ status }) => (
      <Badge tone={status < failedFrom ? 'ok' : 'warning'}>{String(status)}</Badge>
    ),
  },
  {
    name: 'Route',
    width: '30%',
    by: ({ route }) => route,
    cell: ({ method, route }) => (
      <ForeignLine>{`${method} ${route || '(no such path)'}`}</ForeignLine>
    ),
  },
  {
    name: 'Duration',
    isNumber: true,
    by: ({ duration_ms: ms }) => ms,
    cell: ({ duration_ms: ms }) => durationText(ms),
  },
  {
    name: 'Accepted',
    isNumber: true,
    by: ({ accepted }) => accepted,
    cell: ({ accepted }) => countText(accepted),
  },
  {
    name: 'Reason',
    cell: ({ reason, code }) =>
      (reason ?? code) === null ? (
        <Muted>–</Muted>
      ) : (
        <ForeignLine>{reason ?? code ?? ''}</ForeignLine>
      ),
  },
  { name: 'Client', cell: ({ client }) => <ForeignLine>{client}</ForeignLine> },
];
