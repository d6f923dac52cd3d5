import { useEffect, useMemo, useRef } from 'react';
import { useThemeName } from '../../ui/theme.ts';
import { drawBars, type Segments } from './draw-bars.ts';
import type { Model } from './model.ts';
import { rowHeight } from './row-height.ts';
import styles from './trace.module.css';
import type { View } from './use-view.ts';

type BarCanvasProps = {
  readonly model: Model;
  readonly view: View;
  readonly segments: Segments | undefined;
  readonly top: number;
  readonly height: number;
};

/** One canvas for all bars; it goes with the part of the rows that is seen. */
export function BarCanvas({ model, view, segments, top, height }: BarCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useThemeName();
  const { rows, zoom, filter } = view;
  const pathOf = useMemo(() => bySpan(segments ?? []), [segments]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme and the height change what is drawn.
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const isDimmed = (span: number) => filter !== undefined && filter.isMatch[span] === 0;
    const draw = () => drawBars(target, { model, rows, zoom, isDimmed, pathOf, top, rowHeight });
    // It begins with a call for the size that there is, so this draws once.
    const sizes = new ResizeObserver(draw);
    sizes.observe(target);
    return () => sizes.disconnect();
  }, [model, rows, zoom, filter, pathOf, top, height, theme]);
  return <canvas ref={canvas} className={styles.bars} style={{ top, height }} aria-hidden />;
}

function bySpan(segments: Segments): ReadonlyMap<string, Segments> {
  const found = new Map<string, Segments[number][]>();
  for (const segment of segments) {
    const list = found.get(segment.span_id);
    if (list === undefined) found.set(segment.span_id, [segment]);
    else list.push(segment);
  }
  return found;
}
