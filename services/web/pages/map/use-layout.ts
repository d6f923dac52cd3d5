import { useEffect, useState } from 'react';
import { type Graph, type Shape, shapeOf } from './graph.ts';
import type { Layout } from './places.ts';

export type LayoutState = Layout | 'failed' | undefined;

/** The places of a graph, from a worker: the page answers while they are computed. The last ones stay till then. */
export function useLayout(graph: Graph): LayoutState {
  const [found, setFound] = useState<LayoutState>();
  const text = JSON.stringify(shapeOf(graph));
  useEffect(() => {
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Layout>) => setFound(data);
    worker.onerror = () => setFound('failed');
    worker.postMessage(JSON.parse(text) as Shape);
    return () => worker.terminate();
  }, [text]);
  return found;
}
