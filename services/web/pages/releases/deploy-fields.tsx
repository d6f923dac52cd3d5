import { Field } from '../../ui/field.tsx';
import { Beside } from '../../ui/form-fields.tsx';
import { InstantField } from '../../ui/instant-field.tsx';

type DeployFieldsProps = {
  readonly openedMs: number;
  /** A release alone needs no deployment. */
  readonly isRequired?: boolean;
};

/** Where and when a version began to run. */
export const DeployFields = ({ openedMs, isRequired = false }: DeployFieldsProps) => (
  <>
    <Beside>
      <Field
        label="Environment"
        name="environment"
        required={isRequired}
        maxLength={200}
        placeholder="production"
        hint={isRequired ? 'Where the version runs' : 'Empty: it is not deployed yet'}
      />
      <InstantField label="Deployed at" name="deployed" presetMs={openedMs} />
    </Beside>
    <Field label="Run" name="run" maxLength={2_000} hint="URL of the deployment; can be empty" />
  </>
);
