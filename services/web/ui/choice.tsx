import { useId } from 'react';
import styles from './field.module.css';
import { Select } from './select.tsx';

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
  /** Its options come with an answer: it keeps its width, and with it the place of what follows. */
  readonly isFilledLater?: boolean;
};

/** A choice with its name above it. */
export function Choice({ label, value, options, onChoose, isFilledLater }: ChoiceProps) {
  const id = useId();
  return (
    <div className={`${styles.labelled} ${isFilledLater ? styles.fixed : styles.choice}`}>
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
