import { growBuffer } from '../../columns/grow-buffer.ts';
import { copyBytes } from '../../columns/words.ts';

const varintBytesMax = 10;

/**
 * Writes protobuf. A message is written after one byte for its length, and moved when its length
 * needs more: so the bytes are the ones that any other encoder writes, and equal resources have
 * equal fingerprints in both formats.
 */
export class ProtoWriter {
  #bytes: Buffer;
  #view: DataView;
  length = 0;

  constructor(bytesExpected: number) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(bytesExpected, 64));
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** What was written so far; valid until more is. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  varint(low: number, high = 0): void {
    this.#reserve(varintBytesMax);
    let rest = low >>> 0;
    let upper = high >>> 0;
    while (upper !== 0 || rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128;
      rest = ((rest >>> 7) | (upper << 25)) >>> 0;
      upper >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  fixed32(value: number): void {
    this.#reserve(4);
    this.length = this.#bytes.writeInt32LE(value | 0, this.length);
  }

  fixed64(low: number, high: number): void {
    this.fixed32(low);
    this.fixed32(high);
  }

  double(value: number): void {
    this.#reserve(8);
    this.length = this.#bytes.writeDoubleLE(value, this.length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** A length-delimited value that lies in another buffer. */
  delimited(source: Uint8Array, from: number, to: number): void {
    this.varint(to - from);
    this.#reserve(to - from);
    copyBytes(source, from, to, this.#view, this.length);
    this.length += to - from;
  }

  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.varint(length);
    this.#reserve(length);
    this.length += this.#bytes.write(value, this.length);
  }

  /** Begins a message; the answer is for `finish`. */
  begin(): number {
    this.byte(0);
    return this.length;
  }

  finish(begin: number): void {
    const length = this.length - begin;
    if (length < 128) {
      this.#bytes[begin - 1] = length;
      return;
    }
    const more = varintLength(length) - 1;
    this.#reserve(more);
    this.#bytes.copyWithin(begin + more, begin, this.length);
    this.length = begin - 1;
    this.varint(length);
    this.length += length;
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#bytes.length) return;
    this.#bytes = growBuffer(this.#bytes, needed);
    this.#view = new DataView(this.#bytes.buffer);
  }
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++;
  return length;
}
