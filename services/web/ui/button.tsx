import type { ComponentProps } from 'react';
import styles from './button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: 'plain' | 'primary' | 'quiet';
  /** Why it cannot be used now; it stays reachable, so that the reason can be read. */
  readonly disabledBecause?: string | undefined;
};

export function Button({ look = 'plain', disabledBecause, onClick, ...rest }: ButtonProps) {
  const isOff = disabledBecause !== undefined;
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[look]}`}
      aria-disabled={isOff || undefined}
      title={disabledBecause ?? rest.title}
      onClick={isOff ? undefined : onClick}
    />
  );
}
