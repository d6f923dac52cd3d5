import { useNavigate } from '@tanstack/react-router';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { objectiveLink } from '../../links.ts';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Muted } from '../../ui/text.tsx';
import { ObjectiveForm } from './objective-form.tsx';

/** A new objective; its page shows the budget of what is stored already. */
export function Create({ service }: { readonly service: string }) {
  const create = useAct('createObjective');
  const navigate = useNavigate();
  const off = useReadOnlyReason();
  return (
    <>
      {off !== undefined && <Muted>{off}</Muted>}
      <LayerButton text="Create an objective" look="primary" disabledBecause={off}>
        {() => (
          <ObjectiveForm
            text="Create"
            service={service}
            submit={async body => {
              const { id } = await create.pressEach({ body });
              await navigate(objectiveLink(id));
            }}
          />
        )}
      </LayerButton>
    </>
  );
}
