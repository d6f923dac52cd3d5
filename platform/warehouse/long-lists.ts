import type { QueryParameters } from './port.ts';

/** A server takes 128 KiB as one value of a request; escaping may double what is counted here. */
export const parameterBytesMax = 60_000;

type Bound = { readonly sql: string; readonly parameters: QueryParameters };

/**
 * The same statement with every list that is too long for one value bound as several,
 * `arrayConcat({ids_0:Array(UUID)}, {ids_1:Array(UUID)})`.
 */
export function splitLongLists(sql: string, parameters: QueryParameters): Bound {
  let bound: Bound = { sql, parameters };
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) bound = splitList(bound, name, value);
  }
  return bound;
}

function splitList(bound: Bound, name: string, list: readonly unknown[]): Bound {
  const pieces = piecesOf(list);
  if (pieces.length < 2) return bound;
  const { [name]: _, ...others } = bound.parameters;
  const named = pieces.map((piece, index) => [`${name}_part_${index}`, piece] as const);
  for (const [part] of named) {
    if (Object.hasOwn(others, part)) throw new TypeError(`expected no parameter named ${part}`);
  }
  const sql = bound.sql.replace(
    new RegExp(`\\{\\s*${name}\\s*:([^{}]*)\\}`, 'g'),
    (_found, type: string) =>
      `arrayConcat(${named.map(([part]) => `{${part}:${type}}`).join(', ')})`,
  );
  return { sql, parameters: { ...others, ...Object.fromEntries(named) } };
}

function piecesOf(list: readonly unknown[]): readonly (readonly unknown[])[] {
  const pieces: unknown[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of list) {
    const itemBytes = Buffer.byteLength(String(item)) + itemBytesAround;
    if (bytes + itemBytes > parameterBytesMax) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(item);
    bytes += itemBytes;
  }
  return pieces;
}

/** Two quotes and a comma. */
const itemBytesAround = 3;
