import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';

type Source = string | ArrayBuffer | ArrayBufferView;

const hashedAtOnceBytes = 4 * 1024 * 1024;

/**
 * SHA-256 in the form that the S3 client requires, to sign a request with the hash of its body. The
 * client's own hashes a body of 50 MB at once, which blocks the event loop for a tenth of a second.
 */
export class SlicedSha256 {
  readonly #hash: Hash | Hmac;
  readonly #parts: Uint8Array[] = [];

  /** With a secret it is the HMAC. */
  constructor(secret?: Source) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(part: Source, encoding?: 'utf8' | 'ascii' | 'latin1'): void {
    this.#parts.push(bytesOf(part, encoding));
  }

  async digest(): Promise<Uint8Array> {
    for (const part of this.#parts) {
      for (let from = 0; from < part.length; from += hashedAtOnceBytes) {
        if (from > 0) await otherWork();
        this.#hash.update(part.subarray(from, from + hashedAtOnceBytes));
      }
    }
    return this.#hash.digest();
  }
}

function bytesOf(source: Source, encoding?: 'utf8' | 'ascii' | 'latin1'): Uint8Array {
  if (typeof source === 'string') return Buffer.from(source, encoding);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
