import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useThemeName } from '../../ui/theme.ts';
import type { Model } from './model.ts';
import styles from './trace.module.css';
import type { View } from './use-view.ts';

type MinimapProps = { readonly model: Model; readonly view: View };

/** How many spans run at each moment of the trace; a range that is drawn on it is looked at closer. */
export function Minimap({ model, view }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const theme = useThemeName();
  const { endNs } = model.layout;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours that are read.
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const sizes = new ResizeObserver(() => draw(target, model));
    sizes.observe(target);
    return () => sizes.disconnect();
  }, [model, theme]);
  const end = (): void => {
    if (drag !== undefined && Math.abs(drag.to - drag.from) > 0.005)
      view.setZoom({
        fromNs: Math.min(drag.from, drag.to) * endNs,
        toNs: Math.max(drag.from, drag.to) * endNs,
      });
    setDrag(undefined);
  };
  const shown = drag ?? { from: view.zoom.fromNs / endNs, to: view.zoom.toNs / endNs };
  return (
    <div className={styles.minimap}>
      <canvas
        ref={canvas}
        className={styles.map}
        role="img"
        aria-label="Spans that run at each moment"
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: shareOf(event), to: shareOf(event) });
        }}
        onPointerMove={event => drag && setDrag({ from: drag.from, to: shareOf(event) })}
        onPointerUp={end}
        onPointerCancel={() => setDrag(undefined)}
      />
      <div
        className={styles.window}
        style={{
          left: `${Math.min(shown.from, shown.to) * 100}%`,
          width: `${Math.abs(shown.to - shown.from) * 100}%`,
        }}
      />
    </div>
  );
}

function shareOf(event: PointerEvent<HTMLCanvasElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (event.clientX - left) / width));
}

const failed = 2;

/** One column of pixels each, so the cost of drawing is that of the picture and not that of the trace. */
function draw(canvas: HTMLCanvasElement, { outline: { columns }, layout }: Model): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
  canvas.height = Math.round(canvas.clientHeight * devicePixelRatio);
  const { width, height } = canvas;
  const changes = new Float64Array(width + 1);
  const errors = new Uint8Array(width);
  const column = (ns: number) => Math.min(width - 1, Math.floor((ns / layout.endNs) * width));
  for (let span = 0; span < layout.count; span++) {
    const start = column(columns.start_ns[span] ?? 0);
    const end = column((columns.start_ns[span] ?? 0) + (columns.duration_ns[span] ?? 0));
    changes[start] = (changes[start] ?? 0) + 1;
    changes[end + 1] = (changes[end + 1] ?? 0) - 1;
    if (columns.status[span] === failed) errors[start] = 1;
  }
  const running = runningSums(changes.subarray(0, width));
  const most = running.reduce((highest, each) => Math.max(highest, each), 1);
  const token = (name: string) => getComputedStyle(canvas).getPropertyValue(name).trim();
  const [normal, critical] = [token('--strong'), token('--critical')];
  running.forEach((count, x) => {
    const size = Math.max(1, (count / most) * (height - 4));
    context.fillStyle = errors[x] === 1 ? critical : normal;
    context.fillRect(x, height - size, 1, size);
  });
}

function runningSums(changes: Float64Array): Float64Array {
  let sum = 0;
  return changes.map(change => {
    sum += change;
    return sum;
  });
}
