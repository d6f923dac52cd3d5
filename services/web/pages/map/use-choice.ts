import { usePageSearch } from '../../page-search.ts';
import { type Chosen, callerId, type Graph, idOfEdge, nodeId } from './graph.ts';

export type Act = (chosen: Chosen | undefined) => void;

const kindOf = (text: string | undefined) =>
  (['database', 'queue', 'external'] as const).find(kind => kind === text) ?? 'service';

/** What a link says is looked at, when the map has it. */
export function useChoice(graph: Graph): readonly [Chosen | undefined, Act] {
  const [{ node: name, kind, caller }, change] = usePageSearch('node', 'kind', 'caller');
  return [found(graph, name, kindOf(kind), caller), chosen => change(printed(chosen))];
}

function found(
  graph: Graph,
  name: string | undefined,
  type: ReturnType<typeof kindOf>,
  caller: string | undefined,
): Chosen | undefined {
  if (name === undefined) return undefined;
  if (caller !== undefined) {
    const edge = graph.edges.get(JSON.stringify([caller, type, name]));
    return edge && { kind: 'edge', edge };
  }
  const node = graph.nodes.get(nodeId(type, name));
  return node && { kind: 'node', node };
}

function printed(chosen: Chosen | undefined) {
  if (chosen === undefined) return { node: '', kind: '', caller: '' };
  if (chosen.kind === 'node') return { node: chosen.node.name, kind: chosen.node.type, caller: '' };
  const { caller, callee, callee_type } = chosen.edge;
  return { node: callee, kind: callee_type, caller };
}

/** Nodes and edges that have to do with what is looked at; undefined: all. */
export function relatedTo(
  graph: Graph,
  chosen: Chosen | undefined,
): ReadonlySet<string> | undefined {
  if (chosen === undefined) return undefined;
  const edges =
    chosen.kind === 'edge'
      ? [chosen.edge]
      : [...graph.edges.values()].filter(edge => touches(edge, chosen));
  const own = chosen.kind === 'node' ? [nodeId(chosen.node.type, chosen.node.name)] : [];
  return new Set([
    ...own,
    ...edges.flatMap(edge => [
      idOfEdge(edge),
      callerId(edge),
      nodeId(edge.callee_type, edge.callee),
    ]),
  ]);
}

type NodeChoice = Extract<Chosen, { readonly kind: 'node' }>;

const touches = (edge: Parameters<typeof callerId>[0], { node }: NodeChoice): boolean =>
  callerId(edge) === nodeId(node.type, node.name) ||
  (edge.callee_type === node.type && edge.callee === node.name);
