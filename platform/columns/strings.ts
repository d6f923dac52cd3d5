import type { ColumnData } from './column.ts';
import { copyBytes, grown } from './grow.ts';

const varintBytesMax = 5;

/** Strings, copied as bytes from where they were received: no JavaScript string is made. */
export class StringColumn {
  #bytes: Buffer;
  #length = 0;
  #rows = 0;

  constructor(bytesExpected = 16_384) {
    this.#bytes = Buffer.allocUnsafeSlow(bytesExpected);
  }

  get rows(): number {
    return this.#rows;
  }

  pushBytes(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    this.#varint(length);
    copyBytes(source, start, end, this.#bytes, this.#length);
    this.#length += length;
    this.#rows++;
  }

  /** UTF-8; a lone surrogate becomes U+FFFD. */
  pushText(text: string): void {
    if (text.length === 0) {
      this.pushEmpty();
      return;
    }
    const length = Buffer.byteLength(text);
    this.#reserve(length);
    this.#varint(length);
    this.#length += this.#bytes.write(text, this.#length);
    this.#rows++;
  }

  pushEmpty(): void {
    this.#reserve(0);
    this.#bytes[this.#length++] = 0;
    this.#rows++;
  }

  data(): ColumnData {
    return { kind: 'strings', bytes: this.#bytes.subarray(0, this.#length) };
  }

  /** Where the column is now, for `rollback`. */
  mark(): { readonly rows: number; readonly length: number } {
    return { rows: this.#rows, length: this.#length };
  }

  rollback(mark: { readonly rows: number; readonly length: number }): void {
    this.#rows = mark.rows;
    this.#length = mark.length;
  }

  #reserve(length: number): void {
    const needed = this.#length + length + varintBytesMax;
    if (needed > this.#bytes.length) this.#bytes = grown(this.#bytes, needed);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }
}
