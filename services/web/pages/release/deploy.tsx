import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { useZone } from '../../time/zone.ts';
import { Form } from '../../ui/form.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { DeployFields } from '../releases/deploy-fields.tsx';
import { deployBodyOf } from '../releases/release-body.ts';

type DeployProps = { readonly version: string; readonly off: string | undefined };

/** Records that the release was deployed once more. */
export const Deploy = ({ version, off }: DeployProps) => (
  <LayerButton text="Record a deployment" disabledBecause={off}>
    {close => <DeployForm version={version} close={close} />}
  </LayerButton>
);

type DeployFormProps = { readonly version: string; readonly close: () => void };

function DeployForm({ version, close }: DeployFormProps) {
  const deploy = useAct('deployRelease');
  const zone = useZone();
  const [openedMs] = useState(Date.now);
  return (
    <Form
      text="Record"
      submit={async texts => {
        const body = deployBodyOf(texts, { zone, openedMs });
        if (body !== undefined) await deploy.pressEach({ params: { version }, body });
        close();
      }}
    >
      <DeployFields openedMs={openedMs} isRequired />
    </Form>
  );
}
