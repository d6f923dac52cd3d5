import { parseExactJson } from '../../../schemas/exact-json.ts';
import { invalidRequest } from '../problem.ts';

const quote = 0x22;
const backslash = 0x5c;
/** What a byte outside of strings does to the depth: brackets and braces open and close. */
const steps = new Int8Array(256);
for (const open of '[{') steps[open.charCodeAt(0)] = 1;
for (const close of ']}') steps[close.charCodeAt(0)] = -1;

/** What precedes each value and each name outside of strings. */
const marks = new Uint8Array(256);
for (const mark of '[{,:') marks[mark.charCodeAt(0)] = 1;

export type JsonLimits = {
  readonly depthMax: number;
  /** Values and names, of which each empty list and object counts as two. */
  readonly valuesMax: number;
};

type Parsing = JsonLimits & {
  /** Numbers that no double holds are kept for `exactJsonText`. */
  readonly isExact?: boolean;
};

/** JSON text in UTF-8, or 400 before anything is made of it. No bytes give undefined: a body that may be absent. */
export function parseJson(bytes: Buffer, { depthMax, valuesMax, isExact }: Parsing): unknown {
  if (bytes.length === 0) return undefined;
  const { depth, values } = extentOf(bytes);
  if (depth > depthMax) throw invalidRequest(`expected JSON at most ${depthMax} levels deep`);
  if (values > valuesMax)
    throw invalidRequest(`expected JSON with at most ${valuesMax} values and names, found more`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isExact ? parseExactJson(text) : JSON.parse(text);
  } catch {
    throw invalidRequest('expected a body of JSON in UTF-8');
  }
}

/**
 * How deep brackets are nested, which is how deep everything that walks the value later recurses, and how many values there
 * are. A value of a few bytes takes a hundred times its bytes in memory, and a microsecond.
 */
export function extentOf(bytes: Buffer): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === quote) inString = !inString;
    else if (inString) index += byte === backslash ? 1 : 0;
    else {
      depth += steps[byte] ?? 0;
      values += marks[byte] ?? 0;
    }
    deepest = Math.max(deepest, depth);
  }
  return { depth: deepest, values };
}
