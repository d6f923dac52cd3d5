import { invalidRequest } from '../../../../platform/http/problem.ts';
import type { QueryOf } from '../../../../schemas/http/routes.ts';
import type { TraceRow } from '../trace-rows.ts';
import type { Condition } from './span-conditions.ts';

type Order = Pick<QueryOf<'listTraces'>, 'sort_by' | 'sort_order'>;

const sortKeys: Readonly<Record<Order['sort_by'], string>> = {
  start_time: 'first',
  duration_ms: 'last - first',
  duration: 'last - first',
  span_count: 'toInt64(spans)',
  error_count: 'toInt64(errors)',
};

/** Equals the latest first and then by id as it is read, so that pages never overlap; UUIDs have an order of their own. */
export const orderOf = ({ sort_by: by, sort_order: order }: Order): string =>
  `${sortKeys[by]} ${order}, first DESC, toString(id)`;

/** Where the page after a row begins; it is bound to the order. */
export const cursorAfter = (row: TraceRow & { readonly sort_key: string }, order: Order): string =>
  Buffer.from(
    `trace ${order.sort_by} ${order.sort_order} ${row.sort_key} ${row.first} ${row.id}`,
  ).toString('base64url');

export const sortKeyOf = ({ sort_by: by }: Order): string => sortKeys[by];

const pattern =
  /^trace (?<by>\w+) (?<order>asc|desc) (?<key>-?\d{1,20}) (?<first>-?\d{1,20}) (?<id>[0-9a-f-]{36})$/u;

/** The rows after a cursor. Throws 400 for a text that is no cursor of this order. */
export function afterCursor(cursor: string | undefined, order: Order): Condition {
  if (cursor === undefined) return { sql: 'true', parameters: {} };
  const { key, first, id } = parseCursor(cursor, order);
  const next = order.sort_order === 'asc' ? '>' : '<';
  return {
    sql: `(sort_key ${next} {afterKey:Int64} OR (sort_key = {afterKey:Int64} AND (first < {afterFirst:Int64}
            OR (first = {afterFirst:Int64} AND toString(id) > {afterId:String}))))`,
    parameters: { afterKey: key, afterFirst: first, afterId: id },
  };
}

/** When the last row of the page before began, in nanoseconds. Throws as `afterCursor`. */
export const firstOfCursor = (cursor: string, order: Order): bigint =>
  parseCursor(cursor, order).first;

function parseCursor(cursor: string, order: Order) {
  const found = pattern.exec(Buffer.from(cursor, 'base64url').toString())?.groups;
  if (found === undefined || found.by !== order.sort_by || found.order !== order.sort_order)
    throw invalidRequest(
      '`cursor` must be a `next_cursor` of this route with the same `sort_by` and `sort_order`; leave it out to start over',
    );
  const { key = '', first = '', id = '' } = found;
  return {
    key: BigInt.asIntN(64, BigInt(key)),
    first: BigInt.asIntN(64, BigInt(first)),
    id,
  };
}
