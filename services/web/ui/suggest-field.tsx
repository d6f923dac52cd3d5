import {
  Combobox,
  ComboboxItem,
  ComboboxLabel,
  ComboboxPopover,
  ComboboxProvider,
} from '@ariakit/react';
import field from './field.module.css';
import styles from './suggest-field.module.css';

export type Suggestion = { readonly text: string; readonly about?: string };

type SuggestFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly suggestions: readonly Suggestion[];
  /** Suggestions are wanted now. */
  readonly onOpen: () => void;
  /** One was chosen, which may say more than that it was typed. */
  readonly onPick?: (text: string) => void;
  readonly placeholder?: string;
};

/** An input for any text, with what is known below it. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, value, change, suggestions, onOpen, onPick, placeholder } = props;
  return (
    <div className={field.labelled}>
      <ComboboxProvider value={value} setValue={change} setOpen={isOpen => isOpen && onOpen()}>
        <ComboboxLabel>{label}</ComboboxLabel>
        <Combobox
          className={field.field ?? ''}
          placeholder={placeholder ?? ''}
          spellCheck={false}
          autoCapitalize="off"
        />
        <ComboboxPopover
          className={styles.popover ?? ''}
          gutter={4}
          portal
          preserveTabOrder={false}
          unmountOnHide
          aria-label={`Suggestions for ${label.toLowerCase()}`}
          data-empty={suggestions.length === 0 || undefined}
        >
          {suggestions.map(({ text, about }) => (
            <ComboboxItem
              key={text}
              value={text}
              className={styles.item ?? ''}
              onClick={() => onPick?.(text)}
            >
              <bdi className={styles.text}>{text.slice(0, 500)}</bdi>
              {about !== undefined && <small>{about}</small>}
            </ComboboxItem>
          ))}
        </ComboboxPopover>
      </ComboboxProvider>
    </div>
  );
}
