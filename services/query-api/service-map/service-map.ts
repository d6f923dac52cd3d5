import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import { windowSeconds, windowStart } from '../../../schemas/window.ts';
import type { ServiceReads } from '../services/known-service.ts';
import { assertOwnService } from '../services/own-service.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { assertInDateTimeRange, boundsOf, type QueryContext } from '../windows/window-metrics.ts';
import { serviceMapLimits } from './config.ts';
import { figuresOf, noFigures } from './figures.ts';
import {
  type AskedMap,
  type EdgeRow,
  readEdges,
  readServiceNodes,
  readTargets,
  readTotals,
  type ServiceNodeRow,
  type TargetRow,
} from './read-map.ts';
import type { MapRange } from './sources.ts';

type Body = ResponseOf<'serviceMap'>;
type Node = Body['nodes'][number];
type Edge = Body['edges'][number];

/** GET /v1/service-map: with `as_of` the map from what was known before the minute of that instant. */
export const readServiceMap =
  ({ warehouse, clock, expectKnown }: ServiceReads): Handler<'serviceMap'> =>
  async ({ key, query, signal }) => {
    const { service, as_of: atMs } = query;
    if (service !== undefined) assertOwnService(key, service);
    const range = rangeAsked(query, atMs, clock());
    const organization = key.organizationId;
    const asked = { organization, range, service, own: key.services };
    const map = await readMap(asked, { warehouse, signal });
    const isEmpty = map.nodes.length === 0 && map.edges.length === 0;
    if (service !== undefined && isEmpty) await expectKnown(organization, service, signal);
    return {
      status: 200,
      body: {
        service_name: service ?? null,
        ...boundsOf(range),
        ...(atMs !== undefined && { as_of: new Date(atMs).toISOString() }),
        ...map,
      },
    };
  };

/** Whole windows: of the present also those that are still open, of the past those that had ended. */
function rangeAsked(
  query: Pick<QueryOf<'serviceMap'>, 'from' | 'to'>,
  atMs: number | undefined,
  nowMs: number,
): MapRange {
  const toMs = Math.min(query.to ?? nowMs, atMs ?? Number.POSITIVE_INFINITY);
  const fromMs = query.from ?? toMs - serviceMapLimits.rangeMsPreset;
  if (fromMs >= toMs) throw invalidRequest('`from` must be earlier than `to`');
  if (toMs - fromMs > serviceMapLimits.rangeMsMax)
    throw invalidRequest('`from` must be at most 31 days earlier than `to`');
  const fromSeconds = windowStart(Math.floor(fromMs / 1000));
  const windows = toMs / 1000 / windowSeconds;
  const whole = atMs === undefined ? Math.ceil(windows) : Math.floor(windows);
  const toSeconds = whole * windowSeconds;
  assertInDateTimeRange(fromSeconds, toSeconds);
  return { fromSeconds, toSeconds, ...knownBefore(atMs) };
}

type Map = Omit<Body, 'service_name' | 'from' | 'to' | 'as_of'>;

async function readMap(asked: AskedMap, reading: QueryContext): Promise<Map> {
  const [edges, targets, totals] = await Promise.all([
    readEdges(asked, reading),
    readTargets(asked, reading),
    readTotals(asked, reading),
  ]);
  const services = await readServiceNodes(asked, servicesOf(asked, edges), reading);
  const { nodes, omitted } = nodesOf(services, targets, edges);
  const shown = shownEdges(edges, nodes);
  const unjoined = { callers: Number(totals.callers), callees: Number(totals.callees) };
  const left = { nodes: omitted, edges: Number(totals.edges) - shown.length };
  const missing = [
    unjoined.callers,
    unjoined.callees,
    Number(totals.others),
    left.nodes,
    left.edges,
  ];
  return {
    nodes,
    edges: shown,
    unjoined,
    omitted: left,
    is_whole: missing.every(count => count === 0),
    sample_count: Number(totals.calls),
  };
}

/** The services that are nodes, undefined: all; also those without an edge. */
function servicesOf(
  { service, own }: AskedMap,
  edges: readonly EdgeRow[],
): readonly string[] | undefined {
  if (service === undefined) return own;
  const ends = edges.flatMap(({ caller, type, callee }) =>
    type === 'service' ? [caller, callee] : [caller],
  );
  return [...new Set([service, ...ends])].filter(name => own?.includes(name) ?? true);
}

/** Those with the most requests, and how many are left out. An end of an edge may have no windows of its own. */
function nodesOf(
  services: readonly ServiceNodeRow[],
  targets: readonly TargetRow[],
  edges: readonly EdgeRow[],
): { readonly nodes: Node[]; readonly omitted: number } {
  const nodes = new Map<string, Node>();
  const add = (node: Node): void => {
    if (!nodes.has(nodeName(node))) nodes.set(nodeName(node), node);
  };
  for (const row of services) add({ type: 'service', name: row.name, ...figuresOf(row) });
  for (const row of targets) add({ type: typeOf(row.type), name: row.name, ...figuresOf(row) });
  for (const { caller, type, callee } of edges) {
    add({ type: 'service', name: caller, ...noFigures });
    add({ type: typeOf(type), name: callee, ...noFigures });
  }
  const unread =
    Number(services[0]?.nodes ?? 0) -
    services.length +
    Number(targets[0]?.nodes ?? 0) -
    targets.length;
  const all = [...nodes.values()].sort((left, right) => right.requests - left.requests);
  const shown = all.slice(0, serviceMapLimits.nodesMax);
  return { nodes: shown, omitted: unread + all.length - shown.length };
}

/** Those between nodes that are shown. */
function shownEdges(rows: readonly EdgeRow[], nodes: readonly Node[]): Edge[] {
  const shown = new Set(nodes.map(nodeName));
  return rows
    .filter(
      ({ caller, type, callee }) =>
        shown.has(nodeName({ type: 'service', name: caller })) &&
        shown.has(nodeName({ type, name: callee })),
    )
    .map(row => ({
      caller: row.caller,
      callee_type: typeOf(row.type),
      callee: row.callee,
      ...figuresOf(row),
      caller_errors: Number(row.caller_errors),
    }));
}

const nodeName = ({ type, name }: { readonly type: string; readonly name: string }): string =>
  `${type} ${name}`;

const typeOf = (type: string): Node['type'] => type as Node['type'];
