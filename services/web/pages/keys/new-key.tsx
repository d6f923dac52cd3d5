import { useState } from 'react';
import { useAct, useOwnerReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Layer } from '../../ui/layer.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { type Issued, kinds } from './key.ts';
import { isPublic, keyRequest, lifetimes } from './key-request.ts';
import styles from './keys.module.css';

type NewKeyProps = { readonly onIssued: (issued: Issued) => void };

/** Creates a key of a kind, for all services or some. */
export function NewKey({ onIssued }: NewKeyProps) {
  const [isOpen, setOpen] = useState(false);
  const issued = (key: Issued): void => {
    setOpen(false);
    onIssued(key);
  };
  return (
    <>
      <Button look="primary" disabledBecause={useOwnerReason()} onClick={() => setOpen(true)}>
        New key
      </Button>
      {isOpen && (
        <Layer title="New key" close={() => setOpen(false)}>
          <Fields onIssued={issued} />
        </Layer>
      )}
    </>
  );
}

function Fields({ onIssued }: NewKeyProps) {
  const [kind, setKind] = useState<string>('live');
  const [lifetime, setLifetime] = useState('');
  const { pressEach } = useAct('createApiKey');
  return (
    <Form
      text="Create the key"
      submit={async texts => {
        const body = keyRequest(kind, { ...texts, lifetime }, Date.now());
        onIssued(await pressEach({ body }));
      }}
    >
      <Field label="Name" name="name" required maxLength={200} hint="What it is for" />
      <Choice label="Kind" value={kind} options={kinds} onChoose={setKind} />
      <TextArea
        label="Only these services"
        name="services"
        rows={2}
        hint="One a line; none: all services"
      />
      {isPublic(kind) && (
        <>
          <TextArea
            label="Web pages that can use it"
            name="origins"
            rows={2}
            placeholder="https://shop.example.com"
            hint="One origin a line, or https://*.example.com for every subdomain"
          />
          <label className={styles.check}>
            <input type="checkbox" name="apps" /> Also without an origin, as apps on phones send
          </label>
        </>
      )}
      <Choice label="Expires" value={lifetime} options={lifetimes} onChoose={setLifetime} />
      <Field
        label="Requests a minute"
        name="rate"
        type="number"
        min={1}
        max={1_000_000}
        hint="Empty: as many as the server allows"
      />
    </Form>
  );
}
