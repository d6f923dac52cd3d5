import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useOperatorAct, useOperatorRead } from '../../data/operator.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { wholeText } from '../../ui/figures.ts';
import { ReadBody } from '../../ui/panel.tsx';
import { Differences } from './differences.tsx';
import styles from './operate.module.css';

/** Milliseconds between two looks at a rebuild that runs. */
const everyMs = 1_000;

/** How far a rebuild is, and what it did. */
export function RebuildJob({ id }: { readonly id: string }) {
  const reading = useOperatorRead('adminJob', { params: { id }, everyMs });
  return (
    <ReadBody reading={reading} height={60}>
      {job => <Told job={job} />}
    </ReadBody>
  );
}

type Job = ResponseOf<'adminJob'>;

function Told({ job }: { readonly job: Job }) {
  switch (job.state) {
    case 'running':
      return <Running job={job} />;
    case 'succeeded':
      return job.rebuild && <Differences report={job.rebuild} />;
    case 'cancelled':
      return <p role="status">The rebuild was cancelled. The live rows are as before.</p>;
    case 'failed':
      return <p role="alert">The rebuild failed: {job.error}. The live rows are as before.</p>;
  }
}

function Running({ job: { id, done, total } }: { readonly job: Job }) {
  const cancel = useOperatorAct('adminCancelJob');
  return (
    <div className={styles.layer}>
      <p>
        {total === null
          ? 'The rebuild begins.'
          : `Events are read: position ${wholeText(done)} of ${wholeText(total)}.`}
      </p>
      <progress {...(total !== null && { value: done, max: total })} aria-label="Rebuild" />
      <div>
        <Confirm
          text="Cancel the rebuild"
          will="The new rows are deleted, and the live rows stay as they are."
          act={() => cancel({ params: { id }, body: {} })}
        />
      </div>
    </div>
  );
}
