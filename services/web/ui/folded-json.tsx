import { CopyButton } from './copy-button.tsx';
import styles from './text.module.css';

type FoldedJsonProps = { readonly name: string; readonly value: unknown };

/** What was sent or said by a machine, behind its name. */
export function FoldedJson({ name, value }: FoldedJsonProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <details>
      <summary>{name}</summary>
      <CopyButton text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre className={styles.scrolled} tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}
