import { createHash } from 'node:crypto';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { limits } from '../config.ts';
import type { EdgeWindow } from '../core/edge-window.ts';
import { secondsPerDay } from '../core/tables.ts';
import { mergedEdges } from '../edges/merged-edges.ts';
import { createYielder } from '../yielder.ts';
import { createLimiter } from './limiter.ts';
import { overflowName } from './overflow.ts';

/**
 * Bounds the edges of an organization in a day, for each type of callee: hosts of which there are many must not take the room of
 * services. Calls past the bound are kept under `(other)`, so that every sum stays exact. Edges are never forgotten before their
 * day is, so what is taken back has the name under which it was counted.
 */
export type EdgeCardinalityLimiter = {
  readonly applied: (
    edges: readonly EdgeWindow[],
    signal: AbortSignal,
  ) => Promise<readonly EdgeWindow[]>;
};

/** Whose edges are counted together; `day` is counted from 1970. */
type EdgeGroup = { readonly organization: string; readonly type: string; readonly day: number };

export function createEdgeCardinalityLimiter({
  warehouse,
  onOverflow,
}: {
  readonly warehouse: Pick<Warehouse, 'query'>;
  /** Gets the number of windows of a batch whose edge became `(other)`. */
  readonly onOverflow: (windows: number) => void;
}): EdgeCardinalityLimiter {
  const limiter = createLimiter<EdgeGroup, string>({
    membersMax: limits.edgesMax,
    rememberedMax: limits.edgesRememberedMax,
    groupsAtOnce: limits.edgeGroupsAtOnce,
    nameOf,
    read: (groups, signal) => readEdges(groups, { warehouse, signal }),
  });
  return {
    applied: async (edges, signal) => {
      const groups = new Map(edges.map(edge => [nameOf(groupOf(edge)), groupOf(edge)]));
      const members = await limiter.membersOf(groups.values(), signal);
      const membersOf = new Map([...groups.keys()].map((name, index) => [name, members[index]]));
      const slice = createYielder();
      const others = new Set<EdgeWindow>();
      for (const edge of edges) {
        if (!limiter.admits(membersOf.get(nameOf(groupOf(edge))), digestOf(edge))) others.add(edge);
        await slice();
      }
      if (others.size === 0) return edges;
      onOverflow(others.size);
      return mergedEdges(edges, edge => (others.has(edge) ? renamed(edge) : edge));
    },
  };
}

const groupOf = ({ organization, calleeType, time }: EdgeWindow): EdgeGroup => ({
  organization,
  type: calleeType,
  day: Math.floor(time / secondsPerDay),
});

const nameOf = ({ organization, type, day }: EdgeGroup): string => `${organization} ${day} ${type}`;

/** The warehouse and this process compare digests, so that long names take no memory. */
const digestOf = ({ caller, callee }: EdgeWindow): string =>
  createHash('md5').update(`${caller}\0${callee}`).digest('hex').slice(0, limits.digestCharacters);

const renamed = (edge: EdgeWindow): EdgeWindow => ({
  ...edge,
  caller: overflowName,
  callee: overflowName,
});

type StoredEdges = EdgeGroup & { readonly members: readonly string[] };

/** Digests of the edges that the warehouse has in the days of the groups. */
async function* readEdges(
  groups: readonly EdgeGroup[],
  { warehouse, signal }: { readonly warehouse: Pick<Warehouse, 'query'>; signal: AbortSignal },
): AsyncGenerator<readonly StoredEdges[]> {
  const days = groups.map(({ day }) => day);
  yield await warehouse.query<StoredEdges>(
    `SELECT toString(edges_1h.organization) AS organization, callee_type AS type,
            toUInt32(intDiv(toUnixTimestamp(edges_1h.time), ${secondsPerDay})) AS day,
            groupUniqArray({max:UInt32})(substring(lower(hex(MD5(concat(caller, '\\0', callee)))), 1, {digest:UInt8})) AS members
     FROM edges_1h
     WHERE edges_1h.organization IN {organizations:Array(UUID)}
       AND edges_1h.time >= toDateTime({from:UInt32}, 'UTC') AND edges_1h.time < toDateTime({to:UInt32}, 'UTC')
       AND NOT (caller = {other:String} AND callee = {other:String})
     GROUP BY edges_1h.organization, type, day`,
    {
      organizations: [...new Set(groups.map(({ organization }) => organization))],
      from: Math.min(...days) * secondsPerDay,
      to: (Math.max(...days) + 1) * secondsPerDay,
      max: limits.edgesMax,
      digest: limits.digestCharacters,
      other: overflowName,
    },
    { signal },
  );
}
