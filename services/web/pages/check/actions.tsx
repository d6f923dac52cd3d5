import { useNavigate } from '@tanstack/react-router';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Failure } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { CheckForm } from '../checks/check-form.tsx';
import type { CheckBody } from '../checks/words.ts';
import styles from './check.module.css';

/** What can be done with a check. In the past, and with a key that only reads, it says why not. */
export function Actions({ check }: { readonly check: CheckBody }) {
  const off = useReadOnlyReason();
  const change = useAct('changeHealthCheck');
  const remove = useAct('deleteHealthCheck');
  const navigate = useNavigate();
  const { id, enabled } = check;
  const params = { id };
  return (
    <section className={styles.actions} aria-label="Actions">
      <LayerButton text="Edit" title="Edit the check" disabledBecause={off}>
        {close => (
          <CheckForm
            text="Save"
            check={check}
            submit={async body => {
              await change.pressEach({ params, body });
              close();
            }}
          />
        )}
      </LayerButton>
      <Button
        disabledBecause={off ?? (change.isPending ? 'It is being done.' : undefined)}
        aria-busy={change.isPending}
        title={enabled ? 'No more requests or heartbeats are looked at' : 'It is looked at again'}
        onClick={() => change.press({ params, body: { enabled: !enabled } })}
      >
        {enabled ? 'Disable' : 'Enable'}
      </Button>
      <Confirm
        text="Delete"
        will="The check is deleted and its item of the inbox is resolved. A check of the same service and name that is created later has its results again."
        act={async () => {
          await remove.pressEach({ params });
          await navigate({ to: '/checks' });
        }}
        disabledBecause={off}
      />
      {off !== undefined && <Muted>{off}</Muted>}
      {change.error !== null && (
        <Failure problem={change.error as ApiProblem} retry={change.again} />
      )}
    </section>
  );
}
