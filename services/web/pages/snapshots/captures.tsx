import { X } from 'lucide-react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { snapshotLink, traceLink } from '../../links.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { RowList } from '../../shell/row-list.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';

type Snapshot = ResponseOf<'listSnapshots'>['snapshots'][number];

const limit = 50;

/** What breakpoints captured, of all or of the one of the link. */
export function Captures() {
  const [{ breakpoint, page }, change] = usePageSearch('breakpoint', 'page');
  const reading = useRead('listSnapshots', {
    query: { breakpoint_id: breakpoint, limit, offset: (pageOf(page) - 1) * limit },
    everyMs: 15_000,
  });
  const body = reading.data?.body;
  return (
    <ReadPanel
      title={body === undefined ? 'Snapshots' : titleOf(body.total)}
      aside={
        breakpoint !== undefined && (
          <Button onClick={() => change({ breakpoint: undefined, page: undefined })}>
            <X size={14} aria-hidden /> Only of one breakpoint
          </Button>
        )
      }
      reading={reading}
      height={480}
    >
      {({ snapshots, total }) => (
        <>
          {snapshots.length === 0 ? (
            <Empty title="Nothing was captured">
              A snapshot is here as soon as a program runs through a breakpoint.
            </Empty>
          ) : (
            <RowList>
              <DataTable
                caption="Snapshots, the newest first"
                rows={snapshots}
                keyOf={({ id }) => id}
                columns={columns}
              />
            </RowList>
          )}
          <Pages of="snapshots" limit={limit} shown={snapshots.length} total={total} />
        </>
      )}
    </ReadPanel>
  );
}

const titleOf = (total: number): string =>
  total === 1 ? 'One snapshot of 30 days' : `${wholeText(total)} snapshots of 30 days`;

const columns: readonly Column<Snapshot>[] = [
  {
    name: 'Taken',
    width: '180px',
    by: ({ taken_at }) => taken_at,
    cell: ({ id, taken_at }) => (
      <LinkTo link={snapshotLink(id)}>
        <Instant at={taken_at} />
      </LinkTo>
    ),
  },
  { name: 'Service', cell: ({ service_name: name }) => <ServiceName>{name}</ServiceName> },
  { name: 'Number', isNumber: true, cell: ({ number }) => wholeText(number) },
  {
    name: 'Trace',
    cell: ({ trace_id: trace }) =>
      trace === null ? (
        <Muted>none</Muted>
      ) : (
        <LinkTo link={traceLink(trace)}>
          <ForeignLine>{trace}</ForeignLine>
        </LinkTo>
      ),
  },
  {
    name: 'Condition',
    cell: ({ condition_undecided: isUndecided }) => (
      <Muted>{isUndecided ? 'decided by the SDK' : 'held, or none'}</Muted>
    ),
  },
];
