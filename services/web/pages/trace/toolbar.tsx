import type { RefObject } from 'react';
import type { Reading } from '../../data/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { wholeText } from '../../ui/figures.ts';
import { SearchField } from './search-field.tsx';
import styles from './trace.module.css';
import type { View } from './use-view.ts';

type ToolbarProps = {
  readonly view: View;
  readonly count: number;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly path: Reading<'getCriticalPath'>;
};

/** Finds spans, and says how many are left. */
export function Toolbar({ view, count, search, path }: ToolbarProps) {
  const { filter, onlyErrors, showsPath, isZoomed } = view;
  return (
    <div className={styles.toolbar}>
      <SearchField view={view} field={search} />
      <Button aria-pressed={onlyErrors} onClick={() => view.setOnlyErrors(!onlyErrors)}>
        Only failed
      </Button>
      <Button title="c" aria-pressed={showsPath} onClick={() => view.setShowsPath(!showsPath)}>
        Critical path
      </Button>
      <Button
        look="quiet"
        title="0"
        disabledBecause={
          isZoomed
            ? undefined
            : 'The whole time is shown. Draw a range on the map, or press z to zoom to the span.'
        }
        onClick={() => view.setZoom(undefined)}
      >
        Whole time
      </Button>
      <span role="status" className={styles.found}>
        {filter === undefined
          ? `${wholeText(count)} spans`
          : `${wholeText(filter.matched)} of ${wholeText(count)} spans`}
        {showsPath && pathText(path)}
      </span>
    </div>
  );
}

function pathText({ data, error }: Reading<'getCriticalPath'>): string {
  if (data === undefined) return error === null ? '' : `; no critical path: ${error.message}`;
  return data.body.is_whole ? '' : '; the critical path is not whole';
}
