import { useState } from 'react';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Beside, Tick } from '../../ui/form-fields.tsx';
import { type Body, bodyOf } from './check-body.ts';
import { RequestFields } from './request-fields.tsx';
import type { CheckBody } from './words.ts';

type CheckFormProps = {
  readonly text: string;
  /** What is edited; absent: a new one. */
  readonly check?: CheckBody;
  readonly submit: (body: Body) => Promise<void>;
};

/** All that a user sets of a check. Its service, name and type are for ever. */
export function CheckForm({ text, check, submit }: CheckFormProps) {
  const [type, setType] = useState<CheckBody['check_type']>(check?.check_type ?? 'pull');
  return (
    <Form text={text} submit={texts => submit(bodyOf(texts, type, check))}>
      {check === undefined && (
        <>
          <Choice
            label="Type"
            value={type}
            options={[
              ['pull', 'sends requests to a URL'],
              ['push', 'waits for heartbeats'],
            ]}
            onChoose={next => setType(next as CheckBody['check_type'])}
          />
          <Beside>
            <Field label="Service" name="service" required />
            <Field label="Name" name="name" required maxLength={200} />
          </Beside>
        </>
      )}
      {type === 'pull' && <RequestFields check={check} />}
      <Beside>
        <Field
          label={type === 'pull' ? 'Seconds between requests' : 'Seconds between heartbeats'}
          name="interval"
          type="number"
          min={10}
          max={86_400}
          required
          defaultValue={check?.check_interval_seconds ?? check?.heartbeat_interval_seconds ?? 60}
        />
        <Field
          label="Successes until it is up again"
          name="successes"
          type="number"
          min={1}
          max={10}
          required
          defaultValue={check?.recovery_successes ?? 1}
        />
      </Beside>
      <Tick name="alert" defaultChecked={check?.alert_enabled ?? true}>
        Tell channels, webhooks and the inbox of failures
      </Tick>
      <Tick name="enabled" defaultChecked={check?.enabled ?? true}>
        Enabled
      </Tick>
    </Form>
  );
}
