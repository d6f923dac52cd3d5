import { useOperatorRead } from '../../data/operator.ts';
import { LayerButton } from '../../ui/layer-button.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { OperatePage, usePastReason } from './operate-page.tsx';
import { ProjectionTable } from './projection-table.tsx';
import { Rebuild } from './rebuild.tsx';

const everyMs = 10_000;

/** Are the rows that are read those that the events give? */
export const Projections = () => (
  <OperatePage title="Projections">
    <List />
  </OperatePage>
);

function List() {
  const reading = useOperatorRead('adminStatus', { everyMs });
  const off = usePastReason();
  return (
    <ReadPanel title="Projections" reading={reading} height={480}>
      {({ projections }) =>
        projections === null ? (
          <Empty title="Not known while the event store is away" />
        ) : (
          <ProjectionTable
            projections={projections}
            action={name => (
              <LayerButton text="Rebuild" title={`Rebuild ${name}`} disabledBecause={off}>
                {() => <Rebuild name={name} />}
              </LayerButton>
            )}
          />
        )
      }
    </ReadPanel>
  );
}
