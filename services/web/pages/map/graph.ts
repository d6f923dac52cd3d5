import type { ResponseOf } from '../../../../schemas/http/routes.ts';

type Body = ResponseOf<'serviceMap'>;
export type MapNode = Body['nodes'][number];
export type MapEdge = Body['edges'][number];
export type Kind = MapNode['type'];

/** A node of the picture: services and what they call may have the same name. */
export const nodeId = (type: Kind, name: string): string => `${type}:${name}`;

export const idOfNode = ({ type, name }: MapNode): string => nodeId(type, name);
export const callerId = ({ caller }: MapEdge): string => nodeId('service', caller);
export const calleeId = ({ callee_type, callee }: MapEdge): string => nodeId(callee_type, callee);
export const idOfEdge = (edge: MapEdge): string =>
  JSON.stringify([edge.caller, edge.callee_type, edge.callee]);

export type Graph = {
  readonly nodes: ReadonlyMap<string, MapNode>;
  readonly edges: ReadonlyMap<string, MapEdge>;
  /** Edges of which an end is not among the nodes; the table has them. */
  readonly undrawn: number;
};

/** What can be drawn of a response. */
export function graphOf({ nodes, edges }: Pick<Body, 'nodes' | 'edges'>): Graph {
  const byId = new Map(nodes.map(node => [idOfNode(node), node]));
  const drawn = edges.filter(edge => byId.has(callerId(edge)) && byId.has(calleeId(edge)));
  return {
    nodes: byId,
    edges: new Map(drawn.map(edge => [idOfEdge(edge), edge])),
    undrawn: edges.length - drawn.length,
  };
}

export type Shape = {
  readonly nodes: readonly string[];
  readonly edges: readonly (readonly [id: string, caller: string, callee: string])[];
};

/** Who calls whom, in an order of its own: new figures of the same calls leave the layout as it is. */
export const shapeOf = (graph: Graph): Shape => ({
  nodes: [...graph.nodes.keys()].sort(),
  edges: [...graph.edges]
    .map(([id, edge]) => [id, callerId(edge), calleeId(edge)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
});

/** A node or an edge that is looked at. */
export type Chosen =
  | { readonly kind: 'node'; readonly node: MapNode }
  | { readonly kind: 'edge'; readonly edge: MapEdge };

export type Health = 'fine' | 'warning' | 'critical';

/** From the share of failed requests, in percent. */
export function healthOf(errorRate: number): Health {
  if (errorRate > 5) return 'critical';
  return errorRate > 1 ? 'warning' : 'fine';
}
