import { useNavigate } from '@tanstack/react-router';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Muted } from '../../ui/text.tsx';
import { HistoryButton } from '../../versions/history.tsx';
import type { WebhookBody } from '../webhooks/state.tsx';
import { WebhookForm } from '../webhooks/webhook-form.tsx';
import { Replay } from './replay.tsx';
import { Rotate } from './rotate.tsx';
import { Test } from './test.tsx';
import styles from './webhook.module.css';

/** What can be done with a webhook. In the past, and with a key that only reads, it says why not. */
export function Actions({ webhook }: { readonly webhook: WebhookBody }) {
  const off = useReadOnlyReason();
  const change = useAct('changeWebhook');
  const remove = useAct('deleteWebhook');
  const navigate = useNavigate();
  const { id, enabled } = webhook;
  const params = { id };
  return (
    <section className={styles.actions} aria-label="Actions">
      <Test webhook={webhook} />
      <Replay webhook={webhook} />
      <LayerButton text="Edit" title="Edit the webhook" disabledBecause={off}>
        {close => (
          <WebhookForm
            text="Save"
            webhook={webhook}
            submit={async body => {
              await change.pressEach({ params, body });
              close();
            }}
          />
        )}
      </LayerButton>
      {enabled ? (
        <Confirm
          text="Pause"
          will="Nothing more is sent to this webhook until it is resumed. Events of that time can be replayed later."
          act={() => change.pressEach({ params, body: { enabled: false } })}
          disabledBecause={off}
        />
      ) : (
        <Button
          disabledBecause={off}
          aria-busy={change.isPending}
          onClick={() => change.press({ params, body: { enabled: true } })}
        >
          Resume
        </Button>
      )}
      <Rotate id={id} />
      <HistoryButton of="webhook" id={id} />
      <Confirm
        text="Delete"
        will="The webhook and its list of deliveries are deleted. Its history, at this address, leads back to it."
        act={async () => {
          await remove.pressEach({ params });
          await navigate({ to: '/webhooks' });
        }}
        disabledBecause={off}
      />
      {off !== undefined && <Muted>{off}</Muted>}
    </section>
  );
}
