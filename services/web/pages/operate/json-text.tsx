import styles from './operate.module.css';

type JsonTextProps = { readonly name: string; readonly value: unknown };

/** JSON below its name, which scrolls when it is long. */
export function JsonText({ name, value }: JsonTextProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <div className={styles.json}>
      <span>{name}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}
