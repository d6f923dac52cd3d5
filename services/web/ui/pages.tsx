import { pageOf, pagesMax } from '../page-of.ts';
import { usePageSearch } from '../page-search.ts';
import { Button } from './button.tsx';
import { wholeText } from './figures.ts';
import styles from './pages.module.css';

type PagesProps = {
  /** What is listed, in the plural. */
  readonly of: string;
  /** Rows of a whole page. */
  readonly limit: number;
  readonly shown: number;
  readonly total: number;
};

/** The page of the link, and those beside it, of a list that has the latest first. */
export function Pages({ of, limit, shown, total }: PagesProps) {
  const [{ page: printed }, change] = usePageSearch('page');
  const page = pageOf(printed);
  const first = (page - 1) * limit;
  if (total <= limit && page === 1) return null;
  const isLast = first + shown >= total || page >= pagesMax;
  const to = (next: number): void => change({ page: next === 1 ? '' : String(next) });
  return (
    <nav className={styles.pages} aria-label={`Pages of ${of}`}>
      <Button
        disabledBecause={page === 1 ? 'These are the latest' : undefined}
        onClick={() => to(page - 1)}
      >
        Later
      </Button>
      <Button
        disabledBecause={isLast ? 'These are the earliest' : undefined}
        onClick={() => to(page + 1)}
      >
        Earlier
      </Button>
      <span>
        {shown > 0 && `${wholeText(first + 1)} to ${wholeText(first + shown)} of `}
        {wholeText(total)} {of}
      </span>
    </nav>
  );
}
