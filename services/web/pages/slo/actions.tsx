import { useNavigate } from '@tanstack/react-router';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Muted } from '../../ui/text.tsx';
import { ObjectiveForm } from '../slos/objective-form.tsx';
import type { Objective } from '../slos/words.ts';
import styles from './slo.module.css';

/** What can be done with an objective. In the past, and with a key that only reads, it says why not. */
export function Actions({ objective }: { readonly objective: Objective }) {
  const off = useReadOnlyReason();
  const change = useAct('changeObjective');
  const remove = useAct('deleteObjective');
  const navigate = useNavigate();
  const params = { id: objective.id };
  return (
    <section className={styles.actions} aria-label="Actions">
      <LayerButton text="Edit" title="Edit the objective" disabledBecause={off}>
        {close => (
          <ObjectiveForm
            text="Save"
            objective={objective}
            submit={async body => {
              await change.pressEach({ params, body });
              close();
            }}
          />
        )}
      </LayerButton>
      <Confirm
        text="Delete"
        will="The objective is deleted. What was sent stays; an objective that is created again counts it again. Its alert rules stay, end their alerts, and never fire again."
        act={async () => {
          await remove.pressEach({ params });
          await navigate({ to: '/slos' });
        }}
        disabledBecause={off}
      />
      {off !== undefined && <Muted>{off}</Muted>}
    </section>
  );
}
