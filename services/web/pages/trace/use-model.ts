import { useEffect, useMemo, useState } from 'react';
import { type Layout, layoutOf } from './layout.ts';
import { type Model, modelOf, type Outline } from './model.ts';

/** So many spans are laid out within a frame; more go to a worker. */
const ownThreadSpansMax = 5_000;

/**
 * The trace with its layout; undefined until a worker has made the first one. A refresh shows the last one until the
 * next is there.
 */
export function useModel(outline: Outline): Model | undefined {
  const isLarge = outline.spans > ownThreadSpansMax;
  const own = useMemo(
    () => (isLarge ? undefined : modelOf(outline, layoutOf(outline.columns))),
    [outline, isLarge],
  );
  const [made, setMade] = useState<Model>();
  useEffect(
    () =>
      isLarge ? layOutBeside(outline, layout => setMade(modelOf(outline, layout))) : undefined,
    [outline, isLarge],
  );
  return own ?? made;
}

/** Starts a worker for one layout; gives what ends it. */
function layOutBeside({ columns }: Outline, done: (layout: Layout) => void): () => void {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Layout>) => {
    worker.terminate();
    done(data);
  };
  // A browser that starts no worker waits a moment longer, and shows the trace all the same.
  worker.onerror = () => {
    worker.terminate();
    done(layoutOf(columns));
  };
  const numbers = {
    parent: Int32Array.from(columns.parent),
    start_ns: Float64Array.from(columns.start_ns),
    duration_ns: Float64Array.from(columns.duration_ns),
  };
  worker.postMessage(
    { ...numbers, span_id: columns.span_id },
    Object.values(numbers).map(({ buffer }) => buffer),
  );
  return () => worker.terminate();
}
