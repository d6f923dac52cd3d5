import { useState } from 'react';
import { instantOfInput } from '../../time/local-input.ts';
import { useZone } from '../../time/zone.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Beside } from '../../ui/form-fields.tsx';
import { InstantField } from '../../ui/instant-field.tsx';

type MaintenanceFormProps = {
  readonly submit: (body: Readonly<Record<string, string>>) => Promise<void>;
};

const hourMs = 3_600_000;

/** From when to when, also in the past, and why. */
export function MaintenanceForm({ submit }: MaintenanceFormProps) {
  const zone = useZone();
  const [nowMs] = useState(Date.now);
  return (
    <Form
      text="Declare"
      submit={({ from = '', to = '', reason = '' }) =>
        submit({ from: instantOfInput(from, zone), to: instantOfInput(to, zone), reason })
      }
    >
      <p>
        Failures in this time do not count for the uptime and tell nobody. It may also lie in the
        past.
      </p>
      <Beside>
        <InstantField label="From" name="from" required presetMs={nowMs} />
        <InstantField label="To" name="to" required presetMs={nowMs + hourMs} />
      </Beside>
      <Field label="Reason" name="reason" required maxLength={1_000} />
    </Form>
  );
}
