import { createCipheriv, createHash } from 'node:crypto';

/** Random values that the same seed gives again, in the same order. */
export type Seeded = {
  readonly fill: (bytes: Buffer) => Buffer;
  /** From 0 up to 1. */
  readonly number: () => number;
};

const poolBytes = 64 * 1024;

/** The key stream of AES in counter mode: streams of different seeds share nothing, so ids never meet. */
export function openSeeded(seed: string): Seeded {
  const key = createHash('sha256').update(seed).digest().subarray(0, 16);
  const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  const zeros = Buffer.alloc(poolBytes);
  let pool = zeros;
  let at = poolBytes;
  return {
    fill: bytes => {
      cipher.update(zeros.subarray(0, bytes.length)).copy(bytes);
      return bytes;
    },
    number: () => {
      if (at === poolBytes) [pool, at] = [cipher.update(zeros), 0];
      at += 4;
      return pool.readUInt32LE(at - 4) / 2 ** 32;
    },
  };
}
