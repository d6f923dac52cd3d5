import { useNavigate } from '@tanstack/react-router';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { checkLink } from '../../links.ts';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Muted } from '../../ui/text.tsx';
import { CheckForm } from './check-form.tsx';

/** A new check; its page shows the first result a moment later. */
export function Create() {
  const create = useAct('createHealthCheck');
  const navigate = useNavigate();
  const off = useReadOnlyReason();
  return (
    <>
      {off !== undefined && <Muted>{off}</Muted>}
      <LayerButton text="Create a check" look="primary" disabledBecause={off}>
        {() => (
          <CheckForm
            text="Create"
            submit={async body => {
              const { id } = await create.pressEach({ body });
              await navigate(checkLink(id));
            }}
          />
        )}
      </LayerButton>
    </>
  );
}
