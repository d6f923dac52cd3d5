import { setImmediate as otherWork } from 'node:timers/promises';
import type { Row } from '../../../platform/read-store/port.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { alertReadLimits } from './config.ts';

/**
 * Rows under a prefix, in the order of their keys.
 *  after  only keys after this one
 *  max    so many at most
 */
export async function* rowsOf<R extends Row>(
  state: DomainState,
  projection: Projection<R>,
  { prefix, after: first, max }: { prefix: string; after?: string; max: number },
): AsyncIterable<R> {
  let after = first;
  for (let left = max; left > 0; ) {
    const limit = Math.min(left, alertReadLimits.pageRows);
    const page = state.list(projection, { prefix, limit, ...(after !== undefined && { after }) });
    for (const { row } of page) yield row;
    if (page.length < limit) return;
    left -= limit;
    after = page.at(-1)?.key;
    await otherWork();
  }
}

export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
