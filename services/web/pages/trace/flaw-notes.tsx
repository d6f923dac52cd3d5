import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { flawsOfTrace } from './flaws.ts';
import type { Layout } from './layout.ts';
import styles from './trace.module.css';

/** What cannot be right in the trace, so that nobody takes it for what happened. */
export function FlawNotes({ layout }: { readonly layout: Layout }) {
  const flaws = useMemo(() => flawsOfTrace(layout), [layout]);
  if (flaws.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label="What does not fit in this trace">
      {flaws.map(flaw => (
        <li key={flaw}>
          <TriangleAlert size={12} aria-hidden /> {flaw}
        </li>
      ))}
    </ul>
  );
}
