import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';

type FieldProps = ComponentProps<'input'> & {
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
};

/** An input with its name, what it takes, and what was wrong with it. */
export function Field({ label, hint, problem, ...rest }: FieldProps) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={styles.field}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={hint !== undefined || problem !== undefined ? about : undefined}
      />
      {(problem ?? hint) !== undefined && (
        <p id={about} className={problem === undefined ? styles.hint : styles.problem}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}
