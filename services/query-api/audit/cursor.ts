import { invalidRequest } from '../../../platform/http/problem.ts';

const pattern = /^before (?<position>\d{1,15})$/u;

/** A place in the audit log that clients carry from page to page without knowing what it is. */
export const toCursor = (position: number): string =>
  Buffer.from(`before ${position}`).toString('base64url');

/** Throws 400 for a text that is no cursor. */
export function fromCursor(cursor: string): number {
  const found = pattern.exec(Buffer.from(cursor, 'base64url').toString())?.groups?.position;
  if (found !== undefined) return Number(found);
  throw invalidRequest(
    '`cursor` must be a `next_cursor` of this route; leave it out to start over',
  );
}
