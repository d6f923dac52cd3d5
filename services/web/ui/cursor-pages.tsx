import { usePageSearch } from '../page-search.ts';
import { Button } from './button.tsx';
import styles from './pages.module.css';

type CursorPagesProps = {
  /** What is listed, in the plural. */
  readonly of: string;
  /** Of the page after this one; null on the last. */
  readonly next: string | null;
};

/** The way to earlier pages of a list that has the latest first, and back to the latest. Back goes a page back. */
export function CursorPages({ of, next }: CursorPagesProps) {
  const [{ cursor }, change] = usePageSearch('cursor');
  if (next === null && cursor === undefined) return null;
  return (
    <nav className={styles.pages} aria-label={`Pages of ${of}`}>
      <Button
        disabledBecause={cursor === undefined ? 'These are the latest' : undefined}
        onClick={() => change({ cursor: undefined })}
      >
        Latest
      </Button>
      <Button
        disabledBecause={next === null ? 'These are the earliest' : undefined}
        onClick={() => change({ cursor: next ?? undefined })}
      >
        Earlier
      </Button>
    </nav>
  );
}
