import type { Row } from '../../../platform/read-store/port.ts';
import type { Slices } from '../../../platform/shares/slices.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { limits } from '../config.ts';
import { inLane, turnOf } from './in-turns.ts';
import { byPlace, fromCursor, type Place, toCursor } from './list-cursor.ts';
import { keyedRowsOf } from './rows.ts';
import { sortInTurns } from './sort-in-turns.ts';
import { type Written, writeItems } from './written.ts';

export type ListOptions<R extends Row, Item> = {
  readonly organizationId: string;
  readonly signal: AbortSignal;
  readonly state: Pick<DomainState, 'get' | 'page'>;
  readonly projection: Projection<R>;
  readonly prefix: string;
  /** Only keys after this one. */
  readonly after?: string | undefined;
  /** Only keys up to this one. */
  readonly until?: string | undefined;
  /** Rows that are looked at. */
  readonly max: number;
  /** False: the row is not in the list. */
  readonly passes?: (row: R) => boolean;
  /** Lower ones first; rows of the same order, or all where it is absent, by their keys. */
  readonly order?: (row: R) => number;
  readonly query: {
    readonly limit?: number | undefined;
    readonly offset?: number | undefined;
    readonly cursor?: string | undefined;
  };
  /** What has to be known of all rows of the page before they are written. */
  readonly prepare?: (rows: AsyncIterable<R>) => Promise<void>;
  /** Undefined: it is left out. */
  readonly change: (row: R) => Item | undefined | Promise<Item>;
};

export type List<Item> = {
  readonly items: Written<Item>;
  /** Rows of the whole list. */
  readonly total: number;
  /** Of the page after this one; null on the last. */
  readonly next: string | null;
};

/**
 * A page of the rows of a projection, as many as the request wants and a response may have. Only places are held of the
 * whole list, and rows are read again to be written, so that memory is bounded by the page.
 */
export async function listOf<R extends Row, Item>(
  options: ListOptions<R, Item>,
): Promise<List<Item>> {
  const { organizationId, signal, prefix, query, prepare, change } = options;
  const turn = turnOf(organizationId, signal);
  const places = await inLane(organizationId, signal, () => placesOf(options, turn));
  const start = startOf(places, prefix, query);
  const page = places.slice(start, start + (query.limit ?? places.length));
  await prepare?.(rowsAt(page, options, turn));
  const present = (place: Place): Item | undefined | Promise<Item> => {
    const row = options.state.get(options.projection, place.key);
    return row === undefined ? undefined : change(row);
  };
  const { last, ...items } = await inLane(organizationId, signal, () =>
    writeItems(page, present, { turn, bytesMax: limits.listBytesMax }),
  );
  const isLast = !items.isCut && start + page.length >= places.length;
  const next = isLast || last === undefined ? null : cursorAt(last, prefix);
  return { items, total: places.length, next };
}

/** Rows that are still there. */
async function* rowsAt<R extends Row>(
  places: readonly Place[],
  { state, projection }: Pick<ListOptions<R, unknown>, 'state' | 'projection'>,
  turn: Slices,
): AsyncIterable<R> {
  for (const { key } of places) {
    if (turn.isOver()) await turn.next();
    const row = state.get(projection, key);
    if (row !== undefined) yield row;
  }
}

async function placesOf<R extends Row, Item>(
  { state, projection, passes = () => true, order = () => 0, ...places }: ListOptions<R, Item>,
  turn: Slices,
): Promise<Place[]> {
  const { prefix, after, until, max } = places;
  const found: Place[] = [];
  const from = { prefix, max, ...(after !== undefined && { after }) };
  for await (const { key, row } of keyedRowsOf(state, projection, from, turn)) {
    if (until !== undefined && key > until) break;
    if (passes(row)) found.push({ order: order(row), key });
  }
  return sortInTurns(found, byPlace, turn);
}

const cursorAt = ({ order, key }: Place, prefix: string): string =>
  toCursor({ order, key: key.slice(prefix.length) });

/** Where the page begins: behind the place that a cursor names, though its row may be gone. */
function startOf(
  places: readonly Place[],
  prefix: string,
  { cursor, offset = 0 }: ListOptions<Row, unknown>['query'],
): number {
  if (cursor === undefined) return offset;
  const { order, key } = fromCursor(cursor);
  const before = { order, key: prefix + key };
  const start = places.findIndex(place => byPlace(place, before) > 0);
  return start === -1 ? places.length : start;
}
