import type uPlot from 'uplot';
import type { Mark } from './line.ts';

const colours = { deployment: 'muted', alert: 'critical', change: 'muted' } as const;

/** A dashed line with a triangle at its foot for each thing that happened. */
export function drawMarks(
  plot: uPlot,
  marks: readonly Mark[],
  token: (name: string) => string,
): void {
  const { ctx, bbox } = plot;
  const foot = bbox.top + bbox.height;
  const size = 5 * devicePixelRatio;
  ctx.save();
  for (const { atMs, kind } of marks) {
    const x = plot.valToPos(atMs / 1_000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = ctx.fillStyle = token(colours[kind]);
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, foot);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x, foot - size * 1.6);
    ctx.lineTo(x + size, foot);
    ctx.lineTo(x - size, foot);
    ctx.fill();
  }
  ctx.restore();
}
