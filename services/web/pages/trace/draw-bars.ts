import { seriesColour } from '../../ui/chart/colours.ts';
import type { Model } from './model.ts';
import type { Zoom } from './use-view.ts';

export type Segments = readonly {
  readonly span_id: string;
  readonly from_ns: number;
  readonly duration_ns: number;
}[];

type Drawn = {
  readonly model: Model;
  readonly rows: Int32Array;
  readonly zoom: Zoom;
  readonly isDimmed: (span: number) => boolean;
  readonly pathOf: ReadonlyMap<string, Segments>;
  /** Pixels that the rows are scrolled by. */
  readonly top: number;
  readonly rowHeight: number;
};

const barHeight = 12;
const pathHeight = 3;
const errorHeight = 2;
const failed = 2;
const dimmed = 0.25;

/** Draws the bars of the rows that are seen, and no others. */
export function drawBars(canvas: HTMLCanvasElement, drawn: Drawn): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  const { rows, zoom, top, rowHeight } = drawn;
  const perNs = width / Math.max(1, zoom.toNs - zoom.fromNs);
  const bar: Bar = (fromNs, durationNs, y, size) => {
    const left = (fromNs - zoom.fromNs) * perNs;
    const right = Math.max(left + 1, left + durationNs * perNs);
    // Zoomed in far, a bar may be wider than what a canvas can draw.
    const [from, to] = [Math.max(-1, left), Math.min(width + 1, right)];
    if (to > from) context.fillRect(from, y, to - from, size);
  };
  const colours = getComputedStyle(canvas);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight));
  for (let row = Math.max(0, Math.floor(top / rowHeight)); row < last; row++) {
    const y = row * rowHeight - top + (rowHeight - barHeight) / 2;
    drawSpan(context, { span: rows[row] ?? 0, y, bar, colours }, drawn);
  }
}

type Bar = (fromNs: number, durationNs: number, y: number, size: number) => void;

type One = {
  readonly span: number;
  readonly y: number;
  readonly bar: Bar;
  readonly colours: CSSStyleDeclaration;
};

/** The bar of a span in the colour of its service, a line above it when it failed, its part of the path below. */
function drawSpan(
  context: CanvasRenderingContext2D,
  { span, y, bar, colours }: One,
  { model, isDimmed, pathOf }: Drawn,
): void {
  const { columns } = model.outline;
  const [start, duration] = [columns.start_ns[span] ?? 0, columns.duration_ns[span] ?? 0];
  context.globalAlpha = isDimmed(span) ? dimmed : 1;
  context.fillStyle = seriesColour(model.colourOf[columns.service[span] ?? 0] ?? 0);
  bar(start, duration, y, barHeight);
  if (columns.status[span] === failed) {
    context.fillStyle = colours.getPropertyValue('--critical').trim();
    bar(start, duration, y - errorHeight, errorHeight);
  }
  context.fillStyle = colours.getPropertyValue('--text').trim();
  for (const each of pathOf.get(columns.span_id[span] ?? '') ?? [])
    bar(each.from_ns, each.duration_ns, y + barHeight, pathHeight);
}
