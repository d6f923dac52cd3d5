import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';

type Row = ResponseOf<'recentIngest'>['requests'][number];

const everyMs = 3_000;

/** The last requests that sent something, and why some were refused. */
export function Arrivals() {
  const reading = useRead('recentIngest', { everyMs });
  return (
    <ReadPanel
      title="What arrived"
      reading={reading}
      height={320}
      aside="in this process, the latest first"
    >
      {({ requests }) =>
        requests.length === 0 ? (
          <Empty title="Nothing arrived yet">
            Each request is here as soon as it was answered, also one that was refused.
          </Empty>
        ) : (
          <DataTable
            caption="Requests that arrived"
            columns={columns}
            rows={requests}
            keyOf={row => JSON.stringify(row)}
          />
        )
      }
    </ReadPanel>
  );
}

const columns: readonly Column<Row>[] = [
  { name: 'When', cell: ({ at }) => <Instant at={at} shape="clock" /> },
  { name: 'Request', cell: ({ route }) => <ForeignLine>{route}</ForeignLine> },
  {
    name: 'Response',
    cell: ({ status, code }) => (
      <Badge tone={status < 400 ? 'ok' : 'critical'}>
        {code == null ? status : `${status} ${code}`}
      </Badge>
    ),
  },
  {
    name: 'Accepted',
    isNumber: true,
    cell: ({ accepted, refused }) => (
      <>
        {wholeText(accepted)}
        {refused > 0 && <Muted> {wholeText(refused)} refused</Muted>}
      </>
    ),
  },
  { name: 'Bytes', isNumber: true, cell: ({ bytes }) => wholeText(bytes) },
  {
    name: 'Why refused',
    cell: ({ reason }) =>
      reason === null ? <Muted>–</Muted> : <ForeignLine>{reason}</ForeignLine>,
  },
];
