import { invalidRequest } from '../../../platform/http/problem.ts';

/** Where a row stands in a list: by its order, then by its key. */
export type Place = { readonly order: number; readonly key: string };

export const byPlace = (left: Place, right: Place): number =>
  left.order - right.order || (left.key < right.key ? -1 : Number(left.key > right.key));

const pattern = /^after (?<order>-?\d{1,16}) (?<key>.{1,200})$/u;

/** A place that clients carry from page to page without knowing what it is; `key` without what all keys of the list begin with. */
export const toCursor = ({ order, key }: Place): string =>
  Buffer.from(`after ${order} ${key}`).toString('base64url');

/** Throws 400 for a text that is no cursor. */
export function fromCursor(cursor: string): Place {
  const { order, key } = pattern.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {};
  if (order !== undefined && key !== undefined) return { order: Number(order), key };
  throw invalidRequest(
    '`cursor` must be a `next_cursor` of this route; leave it out to start over',
  );
}
