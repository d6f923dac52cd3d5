import { useState } from 'react';
import { useOperatorAct } from '../../data/operator.ts';
import { Form } from '../../ui/form.tsx';
import { Tick } from '../../ui/form-fields.tsx';
import styles from './operate.module.css';
import { RebuildJob } from './rebuild-job.tsx';

/** Says what a rebuild does, then how far it is and what it did. */
export function Rebuild({ name }: { readonly name: string }) {
  const rebuild = useOperatorAct('adminRebuild');
  const [job, setJob] = useState<string>();
  const [switches, setSwitches] = useState(false);
  return (
    <div className={styles.layer}>
      <Form
        text={switches ? 'Rebuild and switch' : 'Rebuild and compare'}
        submit={async () => {
          const body = { diff: true, dry_run: !switches };
          setJob((await rebuild({ params: { projection: name }, body })).id);
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
      {job !== undefined && <RebuildJob key={job} id={job} />}
    </div>
  );
}
