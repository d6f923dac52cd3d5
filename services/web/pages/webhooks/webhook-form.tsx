import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Tick } from '../../ui/form-fields.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Texts } from '../../ui/use-form.ts';
import { chosenEvents, EventTicks } from './event-ticks.tsx';
import type { WebhookBody } from './state.tsx';

type WebhookFormProps = {
  readonly text: string;
  /** What is edited; absent: a new one. */
  readonly webhook?: WebhookBody;
  readonly submit: (body: Readonly<Record<string, unknown>>) => Promise<void>;
};

/** All that a user sets of a webhook. */
export const WebhookForm = ({ text, webhook, submit }: WebhookFormProps) => (
  <Form text={text} submit={texts => submit(bodyOf(texts))}>
    <Field label="Name" name="name" required maxLength={200} defaultValue={webhook?.name} />
    <Field
      label="URL"
      name="url"
      type="url"
      required
      defaultValue={webhook?.url}
      hint="Events are sent to it by POST, as signed JSON."
    />
    <EventTicks label="Events" chosen={webhook?.events ?? ['alert.triggered', 'alert.resolved']} />
    <TextArea
      label="Description"
      name="description"
      maxLength={2_000}
      defaultValue={webhook?.description ?? ''}
    />
    {webhook === undefined && (
      <Tick name="enabled" defaultChecked>
        Send events from now on
      </Tick>
    )}
  </Form>
);

const bodyOf = (texts: Texts) => ({
  name: texts.name,
  url: texts.url,
  description: texts.description || null,
  events: chosenEvents(texts),
  // A form that does not offer it leaves it as it is.
  ...(texts.enabled !== undefined && { enabled: true }),
});
