import { useState } from 'react';
import type { Silence } from '../../silences.ts';
import { useZone } from '../../time/zone.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Beside, Pick } from '../../ui/form-fields.tsx';
import { InstantField } from '../../ui/instant-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { type Plan, planOf } from './plan.ts';
import { RecurrenceFields } from './recurrence-fields.tsx';
import type { RuleNames } from './scope.tsx';
import { type Body, bodyOf } from './silence-body.ts';

type SilenceFormProps = {
  readonly text: string;
  /** What is edited; absent: a new one. */
  readonly silence?: Silence;
  readonly rules: RuleNames;
  readonly submit: (body: Body) => Promise<void>;
};

const hourMs = 3_600_000;

/** All that a user sets of a silence. */
export function SilenceForm({ text, silence, rules, submit }: SilenceFormProps) {
  const zone = useZone();
  const recurrence = silence?.recurrence ?? null;
  const preset: Plan = recurrence === null ? { kind: 'never' } : planOf(recurrence.cron);
  const [kind, setKind] = useState<Plan['kind']>(preset.kind);
  const [openedMs] = useState(Date.now);
  const fromMs = silence === undefined ? openedMs : Date.parse(silence.from);
  const untilMs = silence === undefined ? fromMs + hourMs : Date.parse(silence.until);
  return (
    <Form text={text} submit={texts => submit(bodyOf(texts, { kind, zone, fromMs, untilMs }))}>
      <p>It holds the notices of alerts and health checks that have all that is chosen here.</p>
      <Beside>
        <Field label="Service" name="service" defaultValue={silence?.service ?? ''} />
        <Pick
          label="Severity"
          name="severity"
          defaultValue={silence?.severity ?? ''}
          options={[
            ['', 'any'],
            ['critical', 'critical'],
            ['warning', 'warning'],
            ['info', 'info'],
          ]}
        />
      </Beside>
      <Pick
        label="Alert rule"
        name="rule"
        defaultValue={silence?.rule_id ?? ''}
        options={[
          ['', 'any'],
          ...[...rules].map(([id, name]) => [id, name.slice(0, 100)] as const),
        ]}
      />
      <Beside>
        <InstantField label="From" name="from" required presetMs={fromMs} />
        <InstantField label="Until" name="until" required presetMs={untilMs} />
      </Beside>
      <RecurrenceFields kind={kind} choose={setKind} preset={preset} recurrence={recurrence} />
      <TextArea
        label="Reason"
        name="reason"
        required
        maxLength={1_000}
        defaultValue={silence?.reason}
      />
    </Form>
  );
}
