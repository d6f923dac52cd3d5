import { useId } from 'react';
import styles from './field.module.css';
import { Select } from './select.tsx';

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
};

/** A choice with its name above it. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className={`${styles.labelled} ${styles.choice}`}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}
