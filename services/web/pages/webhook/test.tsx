import { useState } from 'react';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Form } from '../../ui/form.tsx';
import { Pick } from '../../ui/form-fields.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { eventNames, eventTypes } from '../webhooks/event-types.ts';
import type { WebhookBody } from '../webhooks/state.tsx';

/** Sends an example of an event, also to a paused webhook. */
export const Test = ({ webhook }: { readonly webhook: WebhookBody }) => (
  <LayerButton text="Send a test" disabledBecause={useReadOnlyReason()}>
    {() => <Example webhook={webhook} />}
  </LayerButton>
);

function Example({ webhook: { id, events } }: { readonly webhook: WebhookBody }) {
  const test = useAct('testWebhook');
  const [sent, setSent] = useState<string>();
  return (
    <>
      <Form
        text="Send"
        submit={async ({ event = '' }) => {
          await test.pressEach({ params: { id }, body: { event } });
          setSent(event);
        }}
      >
        <Pick
          label="Example of"
          name="event"
          defaultValue={events[0]}
          options={eventNames.map(each => [each, `${each}: ${eventTypes[each]}`] as const)}
        />
      </Form>
      <p role="status">
        {sent !== undefined && `An example of ${sent} is on its way. The deliveries show it.`}
      </p>
    </>
  );
}
