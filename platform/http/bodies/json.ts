import { invalidRequest } from '../problem.ts';

const quote = 0x22;
const backslash = 0x5c;
/** What a byte outside of strings does to the depth: brackets and braces open and close. */
const steps = new Int8Array(256);
for (const open of '[{') steps[open.charCodeAt(0)] = 1;
for (const close of ']}') steps[close.charCodeAt(0)] = -1;

/** JSON text in UTF-8, or 400. No bytes give undefined: a body that may be absent. */
export function parseJson(bytes: Buffer, depthMax: number): unknown {
  if (bytes.length === 0) return undefined;
  if (depthOf(bytes) > depthMax) {
    throw invalidRequest(`expected JSON at most ${depthMax} levels deep`);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidRequest('expected a body of JSON in UTF-8');
  }
}

/** How deep brackets are nested outside of strings. Everything that walks the value later recurses that deep. */
function depthOf(bytes: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === quote) inString = !inString;
    else if (inString) index += byte === backslash ? 1 : 0;
    else depth += steps[byte] ?? 0;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}
