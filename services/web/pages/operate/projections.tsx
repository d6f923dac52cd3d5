import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useOperatorAct, useOperatorRead } from '../../data/operator.ts';
import { Form } from '../../ui/form.tsx';
import { Tick } from '../../ui/form-fields.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Differences } from './differences.tsx';
import styles from './operate.module.css';
import { OperatePage, usePastReason } from './operate-page.tsx';
import { ProjectionTable } from './projection-table.tsx';

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

/** Says what a rebuild does, then what it did. */
function Rebuild({ name }: { readonly name: string }) {
  const rebuild = useOperatorAct('adminReplay');
  const [report, setReport] = useState<ResponseOf<'adminReplay'>>();
  const [switches, setSwitches] = useState(false);
  return (
    <div className={styles.layer}>
      <Form
        text={switches ? 'Rebuild and switch' : 'Rebuild and compare'}
        submit={async () => {
          setReport(undefined);
          const body = { diff: true, dry_run: !switches };
          setReport(await rebuild({ params: { projection: name }, body }));
        }}
      >
        <p>
          All events are read again from the first one, into new rows beside those that are read
          now, and both are compared.{' '}
          {switches
            ? 'Then the new rows replace the old ones, and the old ones are deleted.'
            : 'Then the new rows are deleted, and nothing has changed.'}{' '}
          Pages can be read all the time. With many events it takes minutes.
        </p>
        <Tick checked={switches} onChange={({ target }) => setSwitches(target.checked)}>
          Switch to the new rows
        </Tick>
      </Form>
      {report !== undefined && <Differences report={report} />}
    </div>
  );
}
