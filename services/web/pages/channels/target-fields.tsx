import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Pick } from '../../ui/form-fields.tsx';
import { type Channel, kinds } from './words.ts';

type TargetProps = {
  readonly type: Channel['type'];
  readonly hint: string | null | undefined;
  readonly isNew: boolean;
};

/** Of the choice of a region: another API than those of the service. */
export const elsewhere = 'url';

/** Where a channel sends. It is shown to nobody, so an empty field keeps it. */
export function Target({ type, hint, isNew }: TargetProps) {
  const { field, label, about } = kinds[type];
  const shared = { label, name: field, required: isNew };
  const kept = isNew ? about : `Empty: it stays ${hint ?? 'as it is'}.`;
  if (field === 'key') return <KeyFields {...shared} hint={kept} isNew={isNew} />;
  return <Field {...shared} type={field === 'address' ? 'email' : 'url'} hint={kept} />;
}

type KeyFieldsProps = {
  readonly label: string;
  readonly name: string;
  readonly required: boolean;
  readonly hint: string;
  readonly isNew: boolean;
};

/** A key, and which API knows it: that of the service, or another one. */
function KeyFields({ isNew, ...field }: KeyFieldsProps) {
  const [region, setRegion] = useState('us');
  const [key, setKey] = useState('');
  const isAsked = isNew || key !== '';
  return (
    <>
      <Field
        {...field}
        value={key}
        onChange={({ target }) => setKey(target.value)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      {isAsked && (
        <Pick
          label="Region of the account"
          name="region"
          value={region}
          onChange={({ target }) => setRegion(target.value)}
          options={[
            ['us', 'United States'],
            ['eu', 'Europe'],
            [elsewhere, 'Another API'],
          ]}
        />
      )}
      {isAsked && region === elsewhere && (
        <Field
          label="Base URL of the API"
          name="url"
          type="url"
          required
          hint="Such as that of a proxy of yours; /v2/… is added to it."
        />
      )}
    </>
  );
}
