import { createHash } from 'node:crypto';

const parts = 0x1_0000_0000;

/**
 * Whether a session is one of the share that is kept: every process says the same of all its chunks, and one that is kept is kept
 * with a larger share, too.
 *  subject  of the session
 */
export function isSampled(subject: string, percent: number): boolean {
  const hash = createHash('sha256').update(`sample ${subject}`).digest();
  return hash.readUInt32BE(0) < (percent / 100) * parts;
}
