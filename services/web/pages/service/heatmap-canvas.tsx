import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useThemeName } from '../../ui/theme.ts';
import {
  depthOf,
  type Grid,
  type Place,
  rowsInUse,
  type Selection,
  selectionOf,
} from './heatmap-grid.ts';
import styles from './service.module.css';

type HeatmapCanvasProps = {
  readonly grid: Grid;
  readonly label: string;
  readonly onSelect: (selection: Selection) => void;
};

/** The picture, on which a rectangle can be drawn. */
export function HeatmapCanvas({ grid, label, onSelect }: HeatmapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drag, setDrag] = useState<{ readonly from: Place; readonly to: Place }>();
  const theme = useThemeName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours that are read.
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const sizes = new ResizeObserver(() => draw(target, grid));
    sizes.observe(target);
    return () => sizes.disconnect();
  }, [grid, theme]);
  const end = (): void => {
    const selection = drag && selectionOf(grid, drag.from, drag.to);
    setDrag(undefined);
    if (selection !== undefined) onSelect(selection);
  };
  return (
    <div className={styles.heatmap}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={label}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: placeOf(event), to: placeOf(event) });
        }}
        onPointerMove={event => drag && setDrag({ from: drag.from, to: placeOf(event) })}
        onPointerUp={end}
        onPointerCancel={() => setDrag(undefined)}
      />
      {drag !== undefined && <div className={styles.selection} style={boxOf(drag.from, drag.to)} />}
    </div>
  );
}

function placeOf(event: PointerEvent<HTMLCanvasElement>): Place {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const within = (share: number) => Math.min(1, Math.max(0, share));
  return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) };
}

const percent = (share: number): string => `${share * 100}%`;

const boxOf = (a: Place, b: Place) => ({
  left: percent(Math.min(a.x, b.x)),
  top: percent(Math.min(a.y, b.y)),
  width: percent(Math.abs(a.x - b.x)),
  height: percent(Math.abs(a.y - b.y)),
});

function draw(canvas: HTMLCanvasElement, grid: Grid): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  const { columns } = grid;
  const { first, last } = rowsInUse(grid);
  const highest = columns.reduce((most, { counts }) => Math.max(most, ...counts), 0);
  const width = canvas.width / Math.max(1, columns.length);
  const height = canvas.height / (last - first + 1);
  context.fillStyle = getComputedStyle(canvas).getPropertyValue('--accent').trim();
  columns.forEach(({ counts }, column) => {
    for (let row = first; row <= last; row++) {
      context.globalAlpha = depthOf(counts[row] ?? 0, highest);
      if (context.globalAlpha === 0) continue;
      const y = (last - row) * height;
      context.fillRect(column * width, y, Math.ceil(width), Math.ceil(height));
    }
  });
}
