import type { Slices } from '../../../platform/shares/slices.ts';

/** Items of a list as JSON. */
export type Written<Item> = { readonly texts: readonly string[]; readonly of?: Item };

/** The fields of a body, of which lists may be written already. */
type Parts<Body> = {
  readonly [Field in keyof Body]: Body[Field] extends readonly (infer Item)[]
    ? Body[Field] | Written<Item>
    : Body[Field];
};

export type WriteOptions = {
  readonly turn: Slices;
  readonly bytesMax: number;
  /** Items that are looked at. */
  readonly limit?: number;
};

/**
 * The first items as JSON, as many as have no more bytes together; one at least, also a longer one. Others get their
 * turn between slices of work. `isCut`: there are further ones after `last`.
 */
export async function writeItems<From, Item>(
  items: Iterable<From> | AsyncIterable<From>,
  change: (from: From) => Item | undefined | Promise<Item | undefined>,
  { turn, bytesMax, limit = Number.POSITIVE_INFINITY }: WriteOptions,
): Promise<Written<Item> & { readonly last: From | undefined; readonly isCut: boolean }> {
  const texts: string[] = [];
  let last: From | undefined;
  let bytes = 0;
  let seen = 0;
  for await (const from of items) {
    if (turn.isOver()) await turn.next();
    const text = jsonOf(await change(from));
    bytes += Buffer.byteLength(text) + 1;
    const isTooLong = bytes > bytesMax && texts.length > 0;
    if (isTooLong || seen++ >= limit) return { texts, last, isCut: true };
    if (text !== '') texts.push(text);
    last = from;
  }
  return { texts, last, isCut: false };
}

/** A body as bytes. What is written already is not written again. */
export function bodyOf<Body extends object>(parts: Parts<Body>): Buffer {
  const fields = Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`);
  return Buffer.from(`{${fields.join(',')}}`);
}

const jsonOf = (item: unknown): string => (item === undefined ? '' : JSON.stringify(item));

const textOf = (value: unknown): string =>
  isWritten(value) ? `[${value.texts.join(',')}]` : JSON.stringify(value);

const isWritten = (value: unknown): value is Written<unknown> =>
  typeof value === 'object' && value !== null && 'texts' in value;
