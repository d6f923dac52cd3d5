const comment = Buffer.from('//# debugId=');
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/iu;
const readBytes = 64;

/** The debug id that a bundler wrote at the end of code (ECMA-426), as it stands there; undefined where there is none. */
export function debugIdOfCode(code: Buffer): string | undefined {
  const at = code.lastIndexOf(comment);
  if (at < 0) return undefined;
  const from = at + comment.length;
  return uuid.exec(code.subarray(from, from + readBytes).toString('latin1'))?.[0];
}
