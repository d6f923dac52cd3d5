import { useId } from 'react';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { Breakpoint } from './breakpoint.ts';
import styles from './snapshots.module.css';

/** Where a new breakpoint is. */
export const PlaceFields = () => (
  <>
    <Field label="Service" name="service_name" required />
    <Field
      label="Function"
      name="function_name"
      hint="Or the file and the line."
      spellCheck={false}
    />
    <div className={styles.row}>
      <Field label="File" name="file_path" spellCheck={false} />
      <Field label="Line" name="line_number" type="number" min={1} />
    </div>
    <Field label="Label" name="label" hint="Optional: tells places of one function apart." />
  </>
);

type SettingFieldsProps = { readonly now?: Breakpoint };

/** When a breakpoint captures, how often and how long. The server checks the condition. */
export const SettingFields = ({ now }: SettingFieldsProps) => (
  <>
    <Field
      label="Condition"
      name="condition"
      defaultValue={now?.condition}
      spellCheck={false}
      hint="Optional, such as order.total > 100. It is checked when it is saved."
    />
    <div className={styles.row}>
      <Field
        label="Captures at most"
        name="max_captures"
        type="number"
        min={0}
        max={1_000_000}
        required
        defaultValue={now?.max_captures ?? 100}
        hint="0: without a limit."
      />
      <Field
        label="Ends after hours without use"
        name="idle_timeout_hours"
        type="number"
        min={1}
        max={8_760}
        required
        defaultValue={now?.idle_timeout_hours ?? 24}
      />
    </div>
    <label className={styles.check}>
      <input type="checkbox" name="pinned" defaultChecked={now?.pinned} /> Never ends without use
    </label>
    <Mode now={now?.mode} />
  </>
);

function Mode({ now = 'snapshot' }: { readonly now?: Breakpoint['mode'] | undefined }) {
  const id = useId();
  return (
    <div className={styles.mode}>
      <label htmlFor={id}>Mode</label>
      <Select id={id} name="mode" defaultValue={now}>
        <option value="snapshot">snapshot</option>
        <option value="logpoint">logpoint</option>
      </Select>
    </div>
  );
}
