import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';

type TextAreaProps = ComponentProps<'textarea'> & {
  readonly label: string;
  readonly hint?: string;
};

/** An input of several lines with its name and what it takes. */
export function TextArea({ label, hint, ...rest }: TextAreaProps) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      <textarea
        rows={2}
        {...rest}
        id={id}
        className={styles.field}
        aria-describedby={hint === undefined ? undefined : about}
      />
      {hint !== undefined && (
        <p id={about} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
