const quote = 0x22;
const backslash = 0x5c;
/** Control characters that JSON writes with one letter; others take four digits more. */
const short = new Set('\b\t\n\f\r'.split('').map(character => character.charCodeAt(0)));

/** How many bytes a text has in JSON without its quotes; more than there are for half of a pair. */
export function jsonBytesOf(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) bytes += bytesOf(text.charCodeAt(index));
  return bytes;
}

function bytesOf(unit: number): number {
  if (unit < 0x20) return short.has(unit) ? 2 : 6;
  if (unit < 0x80) return unit === quote || unit === backslash ? 2 : 1;
  if (unit < 0x800) return 2;
  // Two halves of a pair have four bytes together.
  return unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
}
