import type { KeyedRow, Row } from '../../../platform/read-store/port.ts';
import type { Slices } from '../../../platform/shares/slices.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { limits } from '../config.ts';
import { turnOf } from './in-turns.ts';

export type RowsOptions = {
  readonly prefix: string;
  /** Only keys after this one. */
  readonly after?: string;
  /** So many at most. */
  readonly max: number;
};

/** Rows under a prefix with their keys, in the order of these, a part in each turn. */
export async function* keyedRowsOf<R extends Row>(
  state: Pick<DomainState, 'page'>,
  projection: Projection<R>,
  { prefix, after, max }: RowsOptions,
  turn: Slices,
): AsyncIterable<KeyedRow<R>> {
  const { listPageRows, listPageBytesMax: bytesMax } = limits;
  let from = after === undefined ? {} : { after };
  for (let left = max; left > 0; ) {
    if (turn.isOver()) await turn.next();
    const rowsMax = Math.min(left, listPageRows);
    const page = state.page(projection, { prefix, ...from, rowsMax, bytesMax });
    yield* page.rows;
    if (page.next === undefined) return;
    left -= page.rows.length;
    from = { after: page.next };
  }
}

/** Rows under a prefix, in the order of their keys. */
export async function* rowsOf<R extends Row>(
  state: Pick<DomainState, 'page'>,
  projection: Projection<R>,
  options: RowsOptions,
  turn: Slices = turnOf(''),
): AsyncIterable<R> {
  for await (const { row } of keyedRowsOf(state, projection, options, turn)) yield row;
}

export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
