import type { JsonScanner } from '../../../../platform/otlp/json/scanner.ts';

/** A text, a number, or another value, of which nothing is known. */
export type Field = string | number | undefined;

/** Of a text that is read, in bytes: enough for what is kept of any, also if each character is an escape. */
const textBytesMax = 8 * 1024;
/** Bytes at a cut that may be the half of an escape, or of the two that make one character. */
const cutBytesMax = 12;

/** Calls `member` with each name of an object; it reads the value. Passes over what is no object. */
export function eachMember(json: JsonScanner, member: (name: string) => void): void {
  if (json.peek() !== 'object') {
    json.skip();
    return;
  }
  json.enter();
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) member(nameOf(json));
}

const nameBytesMax = 100;

/** Longer names are nobody's. */
const nameOf = (json: JsonScanner): string =>
  json.to - json.from > nameBytesMax ? '' : json.text();

/** Reads a value; of a long text its beginning. */
export function fieldOf(json: JsonScanner): Field {
  const kind = json.peek();
  if (kind === 'number') {
    json.number();
    return Number(json.text());
  }
  if (kind !== 'string') {
    json.skip();
    return undefined;
  }
  json.string();
  return json.to - json.from <= textBytesMax ? json.text() : beginningOf(json);
}

/** What was cut in two may be no JSON: then it ends a few bytes before. */
function beginningOf({ bytes, from }: JsonScanner): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, textBytesMax).toString('utf8');
  for (let length = text.length; length > text.length - cutBytesMax; length--) {
    try {
      return JSON.parse(`"${text.slice(0, length)}"`) as string;
    } catch {
      // One byte less.
    }
  }
  return '';
}

/** Cut to so many characters, without control characters and halves of pairs. */
export const cut = (field: Field, charactersMax: number): string =>
  typeof field === 'string'
    ? field.slice(0, charactersMax).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    : '';
