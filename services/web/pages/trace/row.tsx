import { CircleAlert } from 'lucide-react';
import { memo } from 'react';
import { durationText } from '../../ui/figures.ts';
import { flawsOf } from './flaws.ts';
import { belowOf, type Model, spanAt } from './model.ts';
import { rowHeight } from './row-height.ts';
import styles from './trace.module.css';

type RowProps = {
  readonly model: Model;
  readonly span: number;
  readonly place: number;
  readonly isDimmed: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly select: (span: number) => void;
  readonly toggle: (span: number, isOpen: boolean) => void;
};

const indent = 12;

/** The name of a span; its bar is on the canvas behind. */
export const Row = memo(function Row(props: RowProps) {
  const { model, span, place, isDimmed, isOpen, isSelected, select } = props;
  const { durationNs } = spanAt(model, span);
  const depth = model.layout.depth[span] ?? 0;
  const below = belowOf(model.layout, span);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears of keys, and the row is its active descendant.
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not seen.
    <div
      id={`span-${span}`}
      role="row"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-rowindex={place + 1}
      aria-selected={isSelected}
      {...(below > 0 && { 'aria-expanded': isOpen })}
      className={styles.row}
      data-dimmed={isDimmed || undefined}
      style={{ transform: `translateY(${place * rowHeight}px)` }}
      onClick={() => select(span)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the row. */}
      <div
        role="gridcell"
        tabIndex={-1}
        className={styles.name}
        // Deeper rows stay where names can still be read.
        style={{ paddingLeft: `min(${depth * indent}px, 16%)` }}
      >
        <Toggle {...props} below={below} />
        <Name model={model} span={span} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as the row. */}
      <div role="gridcell" tabIndex={-1} className={styles.duration}>
        {durationText(durationNs / 1e6)}
      </div>
    </div>
  );
});

function Name({ model, span }: { readonly model: Model; readonly span: number }) {
  const { name, service, isError } = spanAt(model, span);
  const flaws = flawsOf(model.layout, span);
  return (
    <>
      {isError && <CircleAlert size={12} className={styles.failed} aria-label="failed" />}
      <bdi className={styles.text}>{name.slice(0, 300)}</bdi>
      <small className={styles.service}>
        <bdi>{service.slice(0, 100)}</bdi>
      </small>
      {flaws.length > 0 && <small className={styles.flaw}>{flaws.join(', ')}</small>}
    </>
  );
}

function Toggle({ span, isOpen, toggle, below }: RowProps & { readonly below: number }) {
  if (below === 0) return <span className={styles.leaf} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.toggle}
      aria-label={`${isOpen ? 'Hide' : 'Show'} ${below} spans below`}
      onClick={event => {
        event.stopPropagation();
        toggle(span, !isOpen);
      }}
    >
      {isOpen ? '▾' : '▸'}
    </button>
  );
}
