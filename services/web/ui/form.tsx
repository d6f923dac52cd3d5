import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './form.module.css';
import { type Texts, useForm } from './use-form.ts';

type FormProps = {
  /** Of the button that sends it. */
  readonly text: string;
  /** Sends the fields, by their names; what it throws is said below them. */
  readonly submit: (texts: Texts) => Promise<void>;
  /** Why it cannot be sent now. */
  readonly disabledBecause?: string | undefined;
  /** Beside the button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** Fields and the button that sends them. */
export function Form({ text, submit, disabledBecause, aside, children }: FormProps) {
  const { onSubmit, isBusy, problem } = useForm(submit);
  return (
    <form
      className={styles.form}
      onSubmit={disabledBecause === undefined ? onSubmit : event => event.preventDefault()}
    >
      {children}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.end}>
        <Button
          type="submit"
          look="primary"
          aria-busy={isBusy}
          disabledBecause={disabledBecause ?? (isBusy ? 'It is being done.' : undefined)}
        >
          {text}
        </Button>
        {aside}
      </div>
    </form>
  );
}
