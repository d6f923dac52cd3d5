import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { webhookLink } from '../../links.ts';
import { LayerButton } from '../../ui/layer-button.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Muted } from '../../ui/text.tsx';
import { Secret } from './secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** A new webhook, and its secret. */
export function Create() {
  const off = useReadOnlyReason();
  return (
    <>
      {off !== undefined && <Muted>{off}</Muted>}
      <LayerButton text="Create a webhook" look="primary" disabledBecause={off}>
        {() => <New />}
      </LayerButton>
    </>
  );
}

function New() {
  const create = useAct('createWebhook');
  const [made, setMade] = useState<ResponseOf<'createWebhook'>>();
  if (made === undefined)
    return (
      <WebhookForm
        text="Create"
        submit={async ({ enabled = false, ...body }) =>
          setMade(await create.pressEach({ body: { ...body, enabled } }))
        }
      />
    );
  return (
    <>
      <Secret secret={made.secret}>
        The webhook is created. Verify signatures with this secret; it is shown only now.
      </Secret>
      <LinkTo link={webhookLink(made.id)}>Open its page</LinkTo>
    </>
  );
}
