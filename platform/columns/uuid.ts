/** The sixteen big-endian bytes of a UUID's text; throws for anything else. */
export function uuidBytes(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex');
  if (bytes.length !== 16) throw new TypeError(`expected a UUID, got '${text}'`);
  return bytes;
}
