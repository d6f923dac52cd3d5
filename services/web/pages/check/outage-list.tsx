import { spanText } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Box } from '../../ui/box.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { boxHeight } from './box-height.ts';
import { type Outage, outagesOf } from './outages.ts';
import { useResults } from './use-results.ts';

/** When it failed, for how long, and why. */
export function OutageList({ id }: { readonly id: string }) {
  const reading = useResults(id);
  return (
    <ReadPanel title="Outages in this range" reading={reading} height={boxHeight}>
      {({ results }) => (
        <Box name="Outages" height={boxHeight}>
          <Outages outages={outagesOf(results)} />
        </Box>
      )}
    </ReadPanel>
  );
}

const Outages = ({ outages }: { readonly outages: readonly Outage[] }) =>
  outages.length === 0 ? (
    <Empty title="No outage in this range">Choose another range above.</Empty>
  ) : (
    <DataTable
      caption="Outages"
      rows={outages}
      keyOf={({ fromMs }) => String(fromMs)}
      columns={[
        {
          name: 'Began',
          cell: ({ fromMs }) => <Instant at={new Date(fromMs).toISOString()} />,
        },
        {
          name: 'Lasted',
          cell: ({ fromMs, untilMs }) =>
            untilMs === undefined ? (
              <Badge tone="critical">still fails</Badge>
            ) : (
              spanText(untilMs - fromMs)
            ),
        },
        { name: 'Failures', isNumber: true, cell: ({ failures }) => failures },
        {
          name: 'Why',
          width: '40%',
          cell: ({ error }) => <ForeignLine>{error ?? 'no heartbeat'}</ForeignLine>,
        },
      ]}
    />
  );
