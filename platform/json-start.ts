const lineFeed = 0x0a;
const guard = Buffer.from(")]}'");

/**
 * Where JSON begins: behind a byte order mark, and behind a line that begins with `)]}'`, with which servers keep pages of other
 * sites from running what they send (ECMA-426).
 */
export function jsonStart(bytes: Uint8Array): number {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (!guard.equals(bytes.subarray(start, start + guard.length))) return start;
  const end = bytes.indexOf(lineFeed, start);
  return end < 0 ? start : end + 1;
}
