import { useState } from 'react';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Tick } from '../../ui/form-fields.tsx';
import type { Texts } from '../../ui/use-form.ts';
import { type Channel, kinds } from './words.ts';

type ChannelFormProps = {
  readonly text: string;
  /** What is edited; absent: a new one. */
  readonly channel?: Channel;
  readonly submit: (body: Readonly<Record<string, unknown>>) => Promise<void>;
};

/** All that a user sets of a channel. Where it sends is shown to nobody, so an empty field keeps it. */
export function ChannelForm({ text, channel, submit }: ChannelFormProps) {
  const [type, setType] = useState<Channel['type']>(channel?.type ?? 'email');
  const isNew = channel === undefined;
  return (
    <Form text={text} submit={texts => submit({ ...(isNew && { type }), ...bodyOf(texts) })}>
      {isNew && (
        <Choice
          label="Type"
          value={type}
          options={Object.entries(kinds)}
          onChoose={next => setType(next as Channel['type'])}
        />
      )}
      <Field label="Name" name="name" required maxLength={200} defaultValue={channel?.name} />
      <Target key={type} type={type} hint={channel?.address_hint} isNew={isNew} />
      <Field
        label="Remind of alerts that still fire, every so many minutes"
        name="remind"
        type="number"
        min={0}
        max={10_080}
        required
        defaultValue={channel?.remind_minutes ?? 0}
        hint="0 for no reminders, else 5 to 10,080."
      />
      <Tick name="enabled" defaultChecked={channel?.enabled ?? true}>
        Send notices
      </Tick>
    </Form>
  );
}

type TargetProps = Pick<Channel, 'type'> & {
  readonly hint: string | null | undefined;
  readonly isNew: boolean;
};

const about: Readonly<Record<Channel['type'], string>> = {
  email: 'An address that is no member’s gets a link to confirm it.',
  slack: 'The URL of an incoming webhook of Slack.',
  webhook: 'Notices are sent to it by POST, as JSON.',
};

function Target({ type, hint, isNew }: TargetProps) {
  const kept = isNew ? about[type] : `Empty: it stays ${hint ?? 'as it is'}.`;
  return type === 'email' ? (
    <Field label="Address" name="address" type="email" required={isNew} hint={kept} />
  ) : (
    <Field label="URL" name="url" type="url" required={isNew} hint={kept} />
  );
}

const bodyOf = ({ name, address, url, remind, enabled }: Texts) => ({
  name,
  ...(address !== undefined && address !== '' && { address }),
  ...(url !== undefined && url !== '' && { url }),
  remind_minutes: Number(remind),
  enabled: enabled !== undefined,
});
