import { type RefObject, useEffect, useState } from 'react';
import styles from './trace.module.css';
import type { View } from './use-view.ts';

type SearchFieldProps = {
  readonly view: View;
  readonly field: RefObject<HTMLInputElement | null>;
};

/** A pause in typing this long is the time to look. */
const settledMs = 150;

/** The text that spans are found by. Typing is not held up by a trace of many spans. */
export function SearchField({ view: { q, search }, field }: SearchFieldProps) {
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  // The link changed by another way, such as Back.
  if (shown !== q) {
    setShown(q);
    setText(q);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts a search.
  useEffect(() => {
    if (text === q) return;
    const timer = setTimeout(() => search(text), settledMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      ref={field}
      type="search"
      className={styles.search}
      aria-label="Find spans by name, service or id"
      placeholder="Find spans (f)"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
