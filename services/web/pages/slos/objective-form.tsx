import { useState } from 'react';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Beside, Pick } from '../../ui/form-fields.tsx';
import { type Body, bodyOf, windowOptions, windowValue } from './objective-body.ts';
import type { Objective } from './words.ts';

type ObjectiveFormProps = {
  readonly text: string;
  /** What is edited; absent: a new one. */
  readonly objective?: Objective;
  /** Of a new one. */
  readonly service?: string;
  readonly submit: (body: Body) => Promise<void>;
};

/** All that a user sets of an objective. */
export function ObjectiveForm({ text, objective, service = '', submit }: ObjectiveFormProps) {
  const [kind, setKind] = useState<Objective['kind']>(objective?.kind ?? 'availability');
  return (
    <Form text={text} submit={texts => submit(bodyOf(texts, kind))}>
      <Field
        label="Name"
        name="name"
        required
        maxLength={200}
        defaultValue={objective?.name ?? ''}
      />
      <Beside>
        <Field
          label="Service"
          name="service"
          required
          defaultValue={objective?.service ?? service}
        />
        <Field
          label="Operation"
          name="operation"
          hint="All requests of the service when empty."
          defaultValue={objective?.operation ?? ''}
        />
      </Beside>
      <Choice
        label="A request is good"
        value={kind}
        options={[
          ['availability', 'without an error'],
          ['latency', 'within a time'],
        ]}
        onChoose={next => setKind(next as Objective['kind'])}
      />
      <Wanted kind={kind} objective={objective} />
      <Field
        label="Description"
        name="description"
        maxLength={2_000}
        defaultValue={objective?.description ?? ''}
      />
    </Form>
  );
}

type WantedProps = {
  readonly kind: Objective['kind'];
  readonly objective: Objective | undefined;
};

/** How many requests should be good, in which time, over how long. */
const Wanted = ({ kind, objective }: WantedProps) => (
  <Beside>
    <Field
      label="Target in percent"
      name="target"
      type="number"
      min={0.00001}
      max={99.99999}
      step="any"
      required
      defaultValue={objective?.target ?? 99.9}
    />
    {kind === 'latency' && (
      <Field
        label="Milliseconds at most"
        name="threshold"
        type="number"
        min={0.000001}
        max={86_400_000}
        step="any"
        required
        defaultValue={objective?.threshold_ms ?? 300}
      />
    )}
    <Pick
      label="Window"
      name="window"
      options={windowOptions(objective)}
      defaultValue={windowValue(objective ?? { window_type: 'rolling', window_days: 30 })}
    />
  </Beside>
);
