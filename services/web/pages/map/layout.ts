import { Graph, layout } from '@dagrejs/dagre';
import type { Shape } from './graph.ts';
import { type Layout, labelSize, nodeSize, type Point } from './places.ts';

const gap = 24;
const margin = 16;
const loneColumns = 5;
/** Edges from which on room is worth more than the shortest ways. */
const largeFrom = 150;

/**
 * Callers to the left of what they call, and below them, in rows, who neither calls nor is called: in one more
 * column they would be as high as all the rest.
 *  cost  200 nodes and 450 edges take a second of a processor, so it runs in a worker
 */
export function layOut(shape: Shape): Layout {
  const ends = new Set(shape.edges.flatMap(([, caller, callee]) => [caller, callee]));
  const lone = shape.nodes.filter(id => !ends.has(id));
  const joined = layOutJoined(
    shape.nodes.filter(id => ends.has(id)),
    shape.edges,
  );
  return withLone(joined, lone);
}

function layOutJoined(nodes: readonly string[], edges: Shape['edges']): Layout {
  const graph = new Graph({ multigraph: true });
  const isLarge = edges.length > largeFrom;
  graph.setGraph({
    rankdir: 'LR',
    ranksep: 56,
    marginx: margin,
    marginy: margin,
    // Calls in circles make a picture of twenty times the width, and ten times the wait, without this.
    acyclicer: 'greedy',
    ...(isLarge ? { ranker: 'tight-tree', nodesep: gap / 2, edgesep: 6 } : { nodesep: gap }),
  });
  for (const id of nodes) graph.setNode(id, { ...nodeSize });
  const label = { ...labelSize, ...(isLarge && { height: 0 }), labelpos: 'c' } as const;
  for (const [id, caller, callee] of edges) graph.setEdge(caller, callee, { ...label }, id);
  if (nodes.length > 0) layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: finite(width),
    height: finite(height),
    nodes: new Map(nodes.map(id => [id, pointOf(graph.node(id))])),
    edges: new Map(
      edges.map(([id, caller, callee]) => {
        const edge = graph.edge(caller, callee, id);
        const points = (edge.points ?? []).map(pointOf);
        return [id, { points, label: pointOf(edge) }];
      }),
    ),
  };
}

const finite = (value: unknown): number => (Number.isFinite(value) ? Number(value) : 0);

const pointOf = (place: { readonly x?: unknown; readonly y?: unknown }): Point => ({
  x: finite(place.x),
  y: finite(place.y),
});

function withLone(joined: Layout, lone: readonly string[]): Layout {
  if (lone.length === 0) return joined;
  const across = nodeSize.width + gap;
  const down = nodeSize.height + gap;
  const fitting = Math.floor((joined.width - margin) / across);
  const columns = Math.min(lone.length, Math.max(loneColumns, fitting));
  const top = Math.max(joined.height, margin);
  const placed = lone.map((id, index): [string, Point] => [
    id,
    {
      x: margin + (index % columns) * across + nodeSize.width / 2,
      y: top + Math.floor(index / columns) * down + nodeSize.height / 2,
    },
  ]);
  return {
    width: Math.max(joined.width, margin * 2 + columns * across - gap),
    height: top + Math.ceil(lone.length / columns) * down - gap + margin,
    nodes: new Map([...joined.nodes, ...placed]),
    edges: joined.edges,
  };
}
