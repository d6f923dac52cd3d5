import type { KnownNumbers } from '../messages/message.ts';
import { wireTypes } from '../messages/wire-types.ts';

// Where a failed reader stands: after every end, so that nothing is read any more.
const nowhere = Number.MAX_SAFE_INTEGER;

/**
 * Reads protobuf from a buffer without making an object or a string. It never throws: the first
 * problem is kept, and from then on every read answers as at the end of the message. A body of
 * nothing but broken spans therefore costs no exception each.
 */
export class WireReader {
  readonly bytes: Uint8Array;
  at = 0;
  end: number;
  /** What was wrong; undefined as long as nothing was. */
  problem: string | undefined;
  /** The halves of the last 64-bit value, each as 32 bits of either sign. */
  low = 0;
  high = 0;
  /** How many messages were gone into, since the reader was made. */
  entered = 0;
  /** The last length-delimited value. */
  from = 0;
  to = 0;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Begins again at another place, in any state. */
  moveTo(start: number, end: number): void {
    this.at = start;
    this.end = end;
    this.problem = undefined;
  }

  fail(problem: string): void {
    this.problem ??= problem;
    this.at = nowhere;
  }

  /** The next field: its number and, in the low three bits, its wire type. 0 at the end of the message. */
  tag(): number {
    if (this.at >= this.end) return 0;
    const first = this.bytes[this.at] as number;
    if (first < 128) {
      this.at++;
      if (first < 8) this.fail('a field has number 0');
      return first < 8 ? 0 : first;
    }
    return this.#longTag();
  }

  /** Reads a varint into `low` and `high`. */
  varint(): void {
    if (this.at < this.end) {
      const first = this.bytes[this.at] as number;
      if (first < 128) {
        this.at++;
        this.low = first;
        this.high = 0;
        return;
      }
    }
    this.#longVarint();
  }

  /** A varint cut to its low 32 bits, unsigned. */
  uint32(): number {
    this.varint();
    return this.low >>> 0;
  }

  fixed64(): void {
    if (this.at + 8 > this.end) {
      this.low = 0;
      this.high = 0;
      this.fail('a 64-bit value is cut off');
      return;
    }
    this.low = readUint32LE(this.bytes, this.at);
    this.high = readUint32LE(this.bytes, this.at + 4);
    this.at += 8;
  }

  /** Unsigned. */
  fixed32(): number {
    if (this.at + 4 > this.end) {
      this.fail('a 32-bit value is cut off');
      return 0;
    }
    const value = readUint32LE(this.bytes, this.at);
    this.at += 4;
    return value >>> 0;
  }

  /** Passes over a length-delimited value and leaves its place in `from` and `to`. */
  range(): void {
    this.varint();
    const to = this.at + (this.low >>> 0);
    if (this.high !== 0 || to > this.end) {
      this.from = 0;
      this.to = 0;
      this.fail('a length leaves its message');
      return;
    }
    this.from = this.at;
    this.to = to;
    this.at = to;
  }

  /** Goes into a message; the answer is for `leave`. */
  enter(): number {
    const outer = this.end;
    this.entered++;
    this.range();
    if (this.problem !== undefined) return outer;
    this.at = this.from;
    this.end = this.to;
    return outer;
  }

  leave(outer: number): void {
    this.end = outer;
  }

  /** Passes over a field, which must not be `known` to the message: a known one has another wire type. */
  skip(tag: number, known?: KnownNumbers): void {
    const field = tag >>> 3;
    if (known !== undefined && field >= known.first && field <= known.last) {
      this.fail(`field ${field} has wire type ${tag & 7}`);
      return;
    }
    switch (tag & 7) {
      case wireTypes.varint:
        this.varint();
        break;
      case wireTypes.fixed64:
        this.fixed64();
        break;
      case wireTypes.delimited:
        this.range();
        break;
      case wireTypes.fixed32:
        this.fixed32();
        break;
      default:
        this.fail(`field ${field} has wire type ${tag & 7}`);
    }
  }

  #longTag(): number {
    this.#longVarint();
    if (this.problem !== undefined) return 0;
    if (this.high !== 0 || this.low >>> 0 < 8) this.fail('a field has an impossible number');
    return this.problem === undefined ? this.low >>> 0 : 0;
  }

  #longVarint(): void {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= this.end) break;
      const byte = this.bytes[this.at++] as number;
      const bits = byte & 127;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (shift - 32);
      if (byte < 128) {
        this.low = low;
        this.high = high;
        return;
      }
    }
    this.low = 0;
    this.high = 0;
    this.fail('a varint is cut off or longer than ten bytes');
  }
}

/** Four bytes as a number of either sign, the first the lowest. */
export const readUint32LE = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) |
  ((bytes[at + 1] as number) << 8) |
  ((bytes[at + 2] as number) << 16) |
  ((bytes[at + 3] as number) << 24);
