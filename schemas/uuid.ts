import { createHash } from 'node:crypto';

const lowerCasePattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** One in lower case, as all that are stored. */
export const isUuid = (text: string): boolean => lowerCasePattern.test(text);

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/**
 * Version 5 (RFC 9562, section 5.5): the same namespace and name always give the same id.
 *  namespace  a UUID in any case; anything else throws
 */
export function uuidV5(namespace: string, name: string): string {
  if (!uuidPattern.test(namespace)) {
    throw new Error(`expected a UUID as namespace, found ${JSON.stringify(namespace)}`);
  }
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
