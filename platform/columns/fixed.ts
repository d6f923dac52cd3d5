import type { ColumnData } from './column.ts';
import { grown } from './grow.ts';

/** Values of one width in bytes, appended one by one. 64-bit values come as two halves or as bytes. */
export class FixedColumn {
  readonly #width: number;
  #bytes: Buffer;
  #length = 0;

  constructor(width: 1 | 2 | 4 | 8 | 16, rowsExpected = 1024) {
    this.#width = width;
    this.#bytes = Buffer.allocUnsafeSlow(width * rowsExpected);
  }

  get rows(): number {
    return this.#length / this.#width;
  }

  /** Unsigned, for widths up to four. */
  push(value: number): void {
    const at = this.#reserve();
    const bytes = this.#bytes;
    bytes[at] = value;
    if (this.#width === 1) return;
    bytes[at + 1] = value >>> 8;
    if (this.#width === 2) return;
    bytes[at + 2] = value >>> 16;
    bytes[at + 3] = value >>> 24;
    if (this.#width !== 4) throw new TypeError(`expected a width up to 4, found ${this.#width}`);
  }

  /** One 64-bit value from its halves, each taken as 32 bits whatever its sign. */
  pushHalves(low: number, high: number): void {
    const at = this.#reserve();
    this.#bytes.writeInt32LE(low | 0, at);
    this.#bytes.writeInt32LE(high | 0, at + 4);
  }

  pushZero(): void {
    const at = this.#reserve();
    this.#bytes.fill(0, at, at + this.#width);
  }

  /** A whole number in 0 … 2^53 as 64 bits. */
  pushInteger(value: number): void {
    this.pushHalves(value >>> 0, Math.floor(value / 0x1_0000_0000));
  }

  /** Eight big-endian bytes (an id on the wire) as a UInt64. */
  pushBigEndian(source: Uint8Array, start: number): void {
    const at = this.#reserve();
    for (let index = 0; index < 8; index++) {
      this.#bytes[at + index] = source[start + 7 - index] as number;
    }
  }

  /** Sixteen big-endian bytes as a UUID: ClickHouse keeps it as two UInt64, the high one first. */
  pushUuid(source: Uint8Array, start: number): void {
    const at = this.#reserve();
    for (let index = 0; index < 8; index++) {
      this.#bytes[at + index] = source[start + 7 - index] as number;
      this.#bytes[at + 8 + index] = source[start + 15 - index] as number;
    }
  }

  /** The bytes of the values so far; valid until the next push. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  data(): ColumnData {
    return { kind: 'fixed', width: this.#width, bytes: this.view() };
  }

  truncate(rows: number): void {
    this.#length = rows * this.#width;
  }

  #reserve(): number {
    const at = this.#length;
    this.#length = at + this.#width;
    if (this.#length > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#length);
    return at;
  }
}
