import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { Select } from './select.tsx';

type PickProps = ComponentProps<'select'> & {
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
};

/** A choice in a form, by its name. */
export function Pick({ label, options, ...rest }: PickProps) {
  const id = useId();
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      <Select {...rest} id={id}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}

type TickProps = ComponentProps<'input'> & { readonly children: ReactNode };

/** Something that is so or not. */
export const Tick = ({ children, ...rest }: TickProps) => (
  <label className={styles.tick}>
    <input type="checkbox" {...rest} /> <span>{children}</span>
  </label>
);

type TicksProps = {
  readonly label: string;
  /** Beside each other. */
  readonly areShort?: boolean;
  readonly children: ReactNode;
};

/** Ticks, or other fields, that belong together. */
export const Ticks = ({ label, areShort = false, children }: TicksProps) => (
  <fieldset className={areShort ? styles.short : styles.ticks}>
    <legend>{label}</legend>
    {children}
  </fieldset>
);

/** Fields beside each other where there is room for them. */
export const Beside = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.beside}>{children}</div>
);
