import { useOperatorRead } from '../../data/operator.ts';
import { Box } from '../../ui/box.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { OperatePage } from './operate-page.tsx';
import { ProjectionTable } from './projection-table.tsx';
import { ConsumerTable, RequestTable } from './status-tables.tsx';
import { Summary } from './summary.tsx';

const everyMs = 10_000;
/** Pixels of the summary, as its style has them. */
const summaryHeight = 144;
/** Pixels of a table, however many rows it has. */
const listHeight = 240;

/** Is anything wrong with this server, and how far behind is it? */
export const Operate = () => (
  <OperatePage title="Operate">
    <Status />
  </OperatePage>
);

function Status() {
  const reading = useOperatorRead('adminStatus', { everyMs });
  return (
    <>
      <ReadPanel title="Status" reading={reading} height={summaryHeight}>
        {status => <Summary status={status} atMs={reading.data?.sentAtMs ?? Date.now()} />}
      </ReadPanel>
      <ReadPanel title="Consumers" reading={reading} height={listHeight}>
        {({ consumers }) =>
          consumers === null ? (
            <Empty title="Not known while the log is away" />
          ) : (
            <Box name="Consumers" height={listHeight}>
              <ConsumerTable consumers={consumers} />
            </Box>
          )
        }
      </ReadPanel>
      <ReadPanel title="Projections" reading={reading} height={listHeight}>
        {({ projections }) =>
          projections === null ? (
            <Empty title="Not known while the event store is away" />
          ) : (
            <Box name="Projections" height={listHeight}>
              <ProjectionTable projections={projections} />
            </Box>
          )
        }
      </ReadPanel>
      <ReadPanel title="Latest requests" reading={reading} height={240}>
        {({ requests }) =>
          requests.length === 0 ? (
            <Empty title="No request yet" />
          ) : (
            <RequestTable requests={requests} />
          )
        }
      </ReadPanel>
    </>
  );
}
