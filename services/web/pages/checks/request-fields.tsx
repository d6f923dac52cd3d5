import { Field } from '../../ui/field.tsx';
import { Beside, Pick, Tick } from '../../ui/form-fields.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { AssertionFields } from './assertion-fields.tsx';
import { checkMethods } from './check-methods.ts';
import type { CheckBody } from './words.ts';

/** The request of a check. Its headers and body are shown to nobody, so empty fields keep them. */
export const RequestFields = ({ check }: { readonly check: CheckBody | undefined }) => (
  <>
    <Field
      label="URL"
      name="url"
      type="url"
      required
      defaultValue={check?.endpoint_url ?? ''}
      hint="Redirects are not followed."
    />
    <Beside>
      <Pick
        label="Method"
        name="method"
        defaultValue={check?.check_method ?? 'GET'}
        options={checkMethods.map(each => [each, each] as const)}
      />
      <Field
        label="Expected status"
        name="status"
        type="number"
        min={100}
        max={599}
        required
        defaultValue={check?.expected_status_code ?? 200}
      />
      <Field
        label="Timeout in seconds"
        name="timeout"
        type="number"
        min={1}
        max={60}
        required
        defaultValue={check?.timeout_seconds ?? 10}
      />
    </Beside>
    <TextArea
      label="Headers"
      name="headers"
      hint={
        check?.has_headers
          ? 'Stored and shown to nobody. Empty: they stay. One a line, such as Accept: text/html.'
          : 'One a line, such as Accept: text/html. They are shown to nobody later.'
      }
    />
    {check?.has_headers && <Tick name="no-headers">Take the headers away</Tick>}
    <TextArea
      label="Body"
      name="body"
      maxLength={65_536}
      hint={check?.has_body ? 'Stored and shown to nobody. Empty: it stays.' : 'Of the request.'}
    />
    {check?.has_body && <Tick name="no-body">Take the body away</Tick>}
    <AssertionFields assertions={check?.assertions ?? null} />
  </>
);
