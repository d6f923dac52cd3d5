import { Field } from '../../ui/field.tsx';
import { Beside, Ticks } from '../../ui/form-fields.tsx';
import { equalsText } from './equals.ts';
import type { CheckBody } from './words.ts';

/** What a response must have beside its status; an empty field expects nothing. */
export const AssertionFields = ({ assertions }: Pick<CheckBody, 'assertions'>) => (
  <Ticks label="Assertions">
    <Field
      label="The body contains"
      name="contains"
      maxLength={4_096}
      defaultValue={assertions?.body_contains ?? ''}
    />
    <Beside>
      <Field
        label="The JSON value at"
        name="path"
        maxLength={4_096}
        defaultValue={assertions?.json_path?.path ?? ''}
        hint="A path such as $.checks[0].status"
      />
      <Field
        label="is"
        name="equals"
        maxLength={4_096}
        defaultValue={assertions?.json_path ? equalsText(assertions.json_path.equals) : ''}
        hint={'JSON: "ok", 1, true, null; other texts are texts'}
      />
    </Beside>
    <Beside>
      <Field
        label="Response within milliseconds"
        name="response"
        type="number"
        min={1}
        max={60_000}
        defaultValue={assertions?.response_time_ms ?? ''}
      />
      <Field
        label="The certificate is valid for days"
        name="certificate"
        type="number"
        min={0}
        max={3_650}
        defaultValue={assertions?.certificate_days ?? ''}
      />
    </Beside>
  </Ticks>
);
