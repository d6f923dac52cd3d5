import type { Visitor } from './visitor.ts';

export type Drawing = {
  /** From the navigation until the rows are there. */
  readonly openedMs: number;
  /** Between two frames, while the rows scroll, in ascending order. */
  readonly framesMs: readonly number[];
  /** Each of a task that held up the page for more than 50 ms. */
  readonly longTasksMs: readonly number[];
  /** The most nodes of the document at the end of a frame. */
  readonly nodesMax: number;
  /** The most rows that a frame had beyond those that are seen. */
  readonly rowsBeyondMax: number;
  /** The most bars that a frame drew beyond the rows that are seen. */
  readonly barsBeyondMax: number;
};

const framesOfScroll = 100;

/** Notes what holds up a page, and counts bars, which are 12 pixels high. It runs in the page, before its scripts. */
const watchDrawing = `
  window.drawing = { longTasksMs: [], bars: 0 };
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) drawing.longTasksMs.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const { fillRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillRect = function (...place) {
    if (place[3] === 12) drawing.bars++;
    return fillRect.apply(this, place);
  };`;

/** Scrolls from the first span to the last, frame by frame, and measures each. It runs in the page. */
const scrollThrough = `new Promise(resolve => {
  const box = document.querySelector('[role="treegrid"]');
  // At each edge a row may be seen in part.
  const seen = Math.ceil(box.clientHeight / 24) + 1;
  const found = { framesMs: [], nodesMax: 0, rowsBeyondMax: 0, barsBeyondMax: 0 };
  const nodes = () => {
    const all = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 1;
    while (all.nextNode() !== null) count++;
    return count;
  };
  drawing.bars = 0;
  let frame = 0;
  let lastMs;
  const look = nowMs => {
    if (lastMs !== undefined) found.framesMs.push(nowMs - lastMs);
    lastMs = nowMs;
    found.nodesMax = Math.max(found.nodesMax, nodes());
    found.rowsBeyondMax = Math.max(found.rowsBeyondMax, box.querySelectorAll('[role="row"]').length - seen);
    found.barsBeyondMax = Math.max(found.barsBeyondMax, drawing.bars - seen);
    drawing.bars = 0;
    if (frame === ${framesOfScroll}) return resolve({ ...found, longTasksMs: drawing.longTasksMs });
    frame++;
    box.scrollTop = (box.scrollHeight - box.clientHeight) * frame / ${framesOfScroll};
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Opens a trace, scrolls through all of it, and measures what that costs. */
export async function drawingOf({ page, arrive }: Visitor, traceId: string): Promise<Drawing> {
  await page.addInitScript(watchDrawing);
  const beganMs = performance.now();
  await arrive(`/traces/${traceId}`);
  await page.getByRole('treegrid').getByRole('row').first().waitFor();
  const openedMs = performance.now() - beganMs;
  const found = await page.evaluate<Omit<Drawing, 'openedMs'>>(scrollThrough);
  return { ...found, openedMs, framesMs: found.framesMs.toSorted((a, b) => a - b) };
}
