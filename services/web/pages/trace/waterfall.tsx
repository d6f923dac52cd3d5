import { useEffect, useRef, useState } from 'react';
import { BarCanvas } from './bar-canvas.tsx';
import type { Segments } from './draw-bars.ts';
import type { Model } from './model.ts';
import { Row } from './row.tsx';
import { rowHeight } from './row-height.ts';
import { TimeAxis } from './time-axis.tsx';
import styles from './trace.module.css';
import { useGridKeys } from './use-grid-keys.ts';
import type { View } from './use-view.ts';

const overscan = 10;

type WaterfallProps = {
  readonly model: Model;
  readonly view: View;
  readonly segments: Segments | undefined;
};

/** Spans as rows of a tree and bars in time. Only the rows that are seen exist. */
export function Waterfall({ model, view, segments }: WaterfallProps) {
  const box = useRef<HTMLDivElement>(null);
  const { top, height } = useScroll(box);
  const { rows, selected } = view;
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + overscan);
  const onKeyDown = useGridKeys(model, view, box);
  const place = rows.indexOf(selected);
  const isDrawn = place >= first && place < last;
  useRowInSight(box, place, selected);
  return (
    <div className={styles.waterfall}>
      <TimeAxis zoom={view.zoom} />
      <div
        ref={box}
        className={styles.rows}
        role="treegrid"
        tabIndex={0}
        aria-label="Spans"
        aria-rowcount={rows.length}
        aria-activedescendant={isDrawn ? `span-${selected}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: rows.length * rowHeight }} className={styles.all}>
          <BarCanvas {...{ model, view, segments, top, height }} />
          {Array.from(rows.subarray(first, last), (span, index) => (
            <Row
              key={span}
              span={span}
              place={first + index}
              model={model}
              isDimmed={view.filter !== undefined && view.filter.isMatch[span] === 0}
              isOpen={!view.collapsed.has(span)}
              isSelected={span === selected}
              select={view.select}
              toggle={view.toggle}
            />
          ))}
        </div>
      </div>
      {rows.length === 0 && <p className={styles.none}>No span is like that.</p>}
    </div>
  );
}

/** How far a box is scrolled, at most once a frame. */
function useScroll(box: { readonly current: HTMLElement | null }) {
  const [seen, setSeen] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() =>
        setSeen({ top: element.scrollTop, height: element.clientHeight }),
      );
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  return seen;
}

/** Scrolls as little as needed to show the selected row; what else moves it, such as a closed span, does not scroll. */
function useRowInSight(
  box: { readonly current: HTMLElement | null },
  place: number,
  selected: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place alone is no reason to scroll.
  useEffect(() => {
    const element = box.current;
    if (element === null || place < 0) return;
    const above = place * rowHeight;
    const below = above + rowHeight - element.clientHeight;
    if (element.scrollTop > above) element.scrollTop = above;
    else if (element.scrollTop < below) element.scrollTop = below;
  }, [box, selected]);
}
