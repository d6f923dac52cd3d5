import { useNavigate } from '@tanstack/react-router';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Muted } from '../../ui/text.tsx';
import { Deploy } from './deploy.tsx';
import styles from './release.module.css';
import type { ReleaseBody } from './words.ts';

/** What can be done with a release. In the past, and with a key that only reads, it says why not. */
export function Actions({ release }: { readonly release: ReleaseBody }) {
  const off = useReadOnlyReason();
  const change = useAct('changeRelease');
  const remove = useAct('deleteRelease');
  const navigate = useNavigate();
  const { version, finalized_at: finalized } = release;
  const params = { version };
  return (
    <section className={styles.actions} aria-label="Actions">
      <Button
        disabledBecause={off}
        onClick={() => void change.pressEach({ params, body: { finalized: finalized === null } })}
      >
        {finalized === null ? 'Finalize' : 'Not finalized after all'}
      </Button>
      <Deploy version={version} off={off} />
      <Confirm
        text="Delete"
        will="The release and its deployments are deleted. Spans keep the version that they name."
        act={async () => {
          await remove.pressEach({ params });
          await navigate({ to: '/releases' });
        }}
        disabledBecause={off}
      />
      {off !== undefined && <Muted>{off}</Muted>}
    </section>
  );
}
