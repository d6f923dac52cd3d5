import type { JsonScanner } from '../otlp/json/scanner.ts';

/** Where a value lies in bytes of JSON. */
export type Extent = { readonly from: number; readonly to: number };

/** No name that is looked for is longer, and no text is made of a longer one. */
const nameBytesMax = 64;

/** Enters an object; `read` reads or skips the value of each member. A name with escapes is the empty one. */
export function readMembers(json: JsonScanner, read: (name: string) => void): void {
  json.enter();
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) {
    const isPlain = !json.isEscaped && json.to - json.from <= nameBytesMax;
    read(isPlain ? json.text() : '');
  }
}

/** Enters an array; `read` reads or skips each element. */
export function readElements(json: JsonScanner, read: (index: number) => void): void {
  json.enter();
  for (let index = 0; json.nextElement(index === 0); index++) read(index);
}

/** Skips a value; undefined unless it is of the kind. */
export function readExtent(
  json: JsonScanner,
  kind: 'object' | 'array' | 'string',
): Extent | undefined {
  const isOfKind = json.peek() === kind;
  const from = json.place();
  json.skip();
  return isOfKind ? { from, to: json.place() } : undefined;
}

/** Undefined, and skipped, if it is no string. A long one is cut. */
export function readText(json: JsonScanner, charactersMax: number): string | undefined {
  if (json.peek() !== 'string') {
    json.skip();
    return undefined;
  }
  json.string();
  return json.text().slice(0, charactersMax);
}

/** Undefined, and skipped, if it is no number. */
export function readNumber(json: JsonScanner): number | undefined {
  if (json.peek() !== 'number') {
    json.skip();
    return undefined;
  }
  json.number();
  return Number(json.text());
}
