import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { Box } from '../../ui/box.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { boxHeight } from './box-height.ts';
import { MaintenanceForm } from './maintenance-form.tsx';
import { WindowActions } from './window-actions.tsx';

/** Times that do not count. */
export function Maintenance({ id }: { readonly id: string }) {
  const [box, isWanted] = useInView();
  const off = useReadOnlyReason();
  const declare = useAct('declareMaintenance');
  const reading = useRead('listMaintenance', { params: { id }, everyMs: 60_000, isWanted });
  return (
    <ReadPanel
      title="Maintenance"
      box={box}
      reading={reading}
      height={boxHeight}
      aside={
        <LayerButton text="Declare maintenance" disabledBecause={off}>
          {close => (
            <MaintenanceForm
              submit={async body => {
                await declare.pressEach({ params: { id }, body });
                close();
              }}
            />
          )}
        </LayerButton>
      }
    >
      {({ maintenance }) => (
        <Box name="Maintenance" height={boxHeight}>
          {maintenance.length === 0 ? (
            <Empty title="No maintenance in the last 35 days, and none to come">
              Failures during maintenance count for nothing and tell nobody.
            </Empty>
          ) : (
            <DataTable
              caption="Maintenance"
              rows={maintenance}
              keyOf={each => each.id}
              columns={[
                { name: 'From', cell: ({ from }) => <Instant at={from} shape="minute" /> },
                { name: 'To', cell: ({ to }) => <Instant at={to} shape="minute" /> },
                { name: 'Reason', cell: ({ reason }) => <ForeignLine>{reason}</ForeignLine> },
                { name: 'Actions', cell: each => <WindowActions check={id} window={each} /> },
              ]}
            />
          )}
        </Box>
      )}
    </ReadPanel>
  );
}
