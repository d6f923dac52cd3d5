import { useState } from 'react';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Tick } from '../../ui/form-fields.tsx';
import type { Texts } from '../../ui/use-form.ts';
import { elsewhere, Target } from './target-fields.tsx';
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
          options={Object.entries(kinds).map(([kind, { name }]) => [kind, name])}
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

const bodyOf = ({ name, remind, enabled, address, url, key, region }: Texts) => ({
  name,
  ...(address && { address }),
  ...targetOf({ url, key, region }),
  remind_minutes: Number(remind),
  enabled: enabled !== undefined,
});

/** Without a key, region and URL are what they were: they belong to it. */
function targetOf({ url, key, region }: Readonly<Record<string, string | undefined>>) {
  if (region === undefined) return url ? { url } : {};
  if (!key) return {};
  return region === elsewhere ? { key, url } : { key, region };
}
