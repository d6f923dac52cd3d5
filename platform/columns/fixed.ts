import type { ColumnData } from './column.ts';
import { growBuffer } from './grow-buffer.ts';

const zeros = new Uint8Array(16);

/** Values of one width in bytes, appended one by one. 64-bit values come as two halves or as bytes. */
export class FixedColumn {
  readonly #width: number;
  #bytes: Buffer;
  // The same memory, so that a value is one store and not one for each byte.
  #words: Uint32Array;
  #rows = 0;
  #capacity: number;

  constructor(width: 1 | 2 | 4 | 8 | 16, rowsExpected = 1024) {
    this.#width = width;
    this.#capacity = rowsExpected;
    this.#bytes = Buffer.allocUnsafeSlow(Math.ceil((width * rowsExpected) / 4) * 4);
    this.#words = wordsOf(this.#bytes);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Unsigned, for widths up to four. */
  push(value: number): void {
    const row = this.#reserve();
    if (this.#width === 4) this.#words[row] = value;
    else if (this.#width === 1) this.#bytes[row] = value;
    else if (this.#width === 2) {
      this.#bytes[row * 2] = value;
      this.#bytes[row * 2 + 1] = value >>> 8;
    } else throw new TypeError(`expected a width up to 4, found ${this.#width}`);
  }

  /** One 64-bit value from its halves, each taken as 32 unsigned bits. */
  pushHalves(low: number, high: number): void {
    const at = this.#reserve() * 2;
    this.#words[at] = low;
    this.#words[at + 1] = high;
  }

  pushZero(): void {
    const at = this.#reserve() * this.#width;
    this.#bytes.set(zeros.subarray(0, this.#width), at);
  }

  /** A whole number in -2^53 … 2^53 as 64 bits. */
  pushInteger(value: number): void {
    this.pushHalves(value >>> 0, Math.floor(value / 0x1_0000_0000));
  }

  pushDouble(value: number): void {
    double[0] = value;
    this.pushHalves(halves[0] as number, halves[1] as number);
  }

  /** Eight big-endian bytes (an id on the wire) as a UInt64. */
  pushBigEndian(source: Uint8Array, start: number): void {
    const at = this.#reserve() * 2;
    this.#words[at] = bigEndian(source, start + 4);
    this.#words[at + 1] = bigEndian(source, start);
  }

  /** Sixteen big-endian bytes as a UUID: ClickHouse keeps it as two UInt64, the high one first. */
  pushUuid(source: Uint8Array, start: number): void {
    const at = this.#reserve() * 4;
    this.#words[at] = bigEndian(source, start + 4);
    this.#words[at + 1] = bigEndian(source, start);
    this.#words[at + 2] = bigEndian(source, start + 12);
    this.#words[at + 3] = bigEndian(source, start + 8);
  }

  /** The bytes of the values so far; valid until the next push. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#rows * this.#width);
  }

  data(): ColumnData {
    return { kind: 'fixed', width: this.#width, bytes: this.view() };
  }

  truncate(rows: number): void {
    this.#rows = rows;
  }

  #reserve(): number {
    if (this.#rows === this.#capacity) this.#grow();
    return this.#rows++;
  }

  #grow(): void {
    this.#capacity = Math.max(4, this.#capacity * 2);
    this.#bytes = growBuffer(this.#bytes, this.#capacity * this.#width);
    this.#words = wordsOf(this.#bytes);
  }
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

const wordsOf = (bytes: Buffer): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);

const bigEndian = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) << 24) |
  ((bytes[at + 1] as number) << 16) |
  ((bytes[at + 2] as number) << 8) |
  (bytes[at + 3] as number);
