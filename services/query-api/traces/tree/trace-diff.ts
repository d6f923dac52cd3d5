import type { Handler } from '../../../../platform/http/handler.ts';
import type { Slices } from '../../../../platform/shares/slices.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { inLane, turnOf } from '../../bounds/in-turns.ts';
import { sortInTurns } from '../../bounds/sort-in-turns.ts';
import { limits } from '../../config.ts';
import { type PlacedTrace, type Places, placesOf, type Spent } from '../../core/traces/places.ts';
import { spanTreeOf } from '../../core/traces/span-tree.ts';
import { knownSql } from '../../windows/known-condition.ts';
import type { QueryContext } from '../../windows/window-metrics.ts';
import { findTrace } from '../found-trace.ts';
import type { Place } from '../span-reads.ts';
import { summaryOf } from '../trace-summaries.ts';
import { readOutline } from './read-outline.ts';
import { isWholeOutline } from './trace-outline.ts';

/** POST /v1/traces/diff: what two traces spent at the same places. */
export const diffTraces =
  ({ warehouse }: { readonly warehouse: OrganizationReads }): Handler<'diffTraces'> =>
  async ({ key: { organizationId: organization }, body: asked, signal }) => {
    const reading = { warehouse, signal };
    const known = knownSql(asked.as_of);
    const find = (id: string) => findTrace(organization, id, reading, known);
    const [a, b] = await Promise.all([find(asked.a), find(asked.b)]);
    const body = await inLane(organization, signal, async () => {
      const turn = turnOf(organization, signal);
      const placed = [await readPlaced(a, reading, turn), await readPlaced(b, reading, turn)];
      const found = await placesOf(placed, turn);
      const shown = await shownPlaces(found, turn);
      const isWhole =
        shown.length === found.places.length &&
        [a, b].every(
          ({ trace }, index) => placed[index] && isWholeOutline(placed[index].outline, trace),
        );
      return {
        a: summaryOf(a.trace),
        b: summaryOf(b.trace),
        places: bodiesOf(found, shown),
        is_whole: isWhole,
      };
    });
    return { status: 200, body };
  };

async function readPlaced(place: Place, reading: QueryContext, turn: Slices): Promise<PlacedTrace> {
  const outline = await readOutline(place, reading, turn);
  return { outline, tree: await spanTreeOf(outline, [...outline.ids.keys()], turn) };
}

const noTime: Spent = { spans: 0, errors: 0, total: 0, self: 0 };

const bothOf = (spent: readonly Spent[] | undefined) => {
  const [a = noTime, b = noTime] = spent ?? [];
  return { a, b, difference: b.self - a.self };
};

/** The places that differ most with all that are above them, in the order of the list. */
async function shownPlaces({ places, spent }: Places, turn: Slices): Promise<readonly number[]> {
  const differenceOf = (place: number): number => Math.abs(bothOf(spent[place]).difference);
  const most = await sortInTurns(
    [...places.keys()],
    (left, right) => differenceOf(right) - differenceOf(left),
    turn,
  );
  const shown = new Set<number>();
  for (const place of most) {
    const path = pathTo(place, places, shown);
    if (shown.size + path.length > limits.diffPlacesMax) break;
    for (const each of path) shown.add(each);
  }
  return [...shown].sort((left, right) => left - right);
}

/** A place and those above it, as far as they are not shown yet. */
function pathTo(place: number, places: Places['places'], shown: ReadonlySet<number>): number[] {
  const path: number[] = [];
  for (let at = place; at >= 0 && !shown.has(at); at = places[at]?.above ?? -1) path.push(at);
  return path;
}

function bodiesOf(
  { places, spent }: Places,
  shown: readonly number[],
): ResponseOf<'diffTraces'>['places'] {
  const indexes = new Map(shown.map((place, index) => [place, index]));
  return shown.flatMap(at => {
    const place = places[at];
    if (place === undefined) return [];
    const { a, b, difference } = bothOf(spent[at]);
    return {
      service_name: place.service,
      operation_name: place.name,
      depth: place.depth,
      above: indexes.get(place.above) ?? null,
      a: spentOf(a),
      b: spentOf(b),
      self_difference_ns: difference,
    };
  });
}

const spentOf = ({ spans, errors, total, self }: Spent) => ({
  spans,
  errors,
  duration_ns: total,
  self_ns: self,
});
