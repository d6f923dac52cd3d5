import type { ColumnData } from './column.ts';
import { growBuffer } from './grow-buffer.ts';
import { copyBytes, copyShort, viewOf } from './words.ts';

const varintBytesMax = 5;
const decimalDigitsMax = 10;

/** Strings, copied as bytes from where they were received: no JavaScript string is made. */
export class StringColumn {
  #bytes: Buffer;
  #view: DataView;
  #length = 0;
  #rows = 0;

  constructor(bytesExpected = 16_384) {
    this.#bytes = Buffer.allocUnsafeSlow(bytesExpected);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get rows(): number {
    return this.#rows;
  }

  pushBytes(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    this.#varint(length);
    copyBytes(source, start, end, this.#view, this.#length);
    this.#length += length;
    this.#rows++;
  }

  /** Adds a short string that is ASCII; anything else is left alone, with false. */
  pushAscii(source: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    const before = this.#length;
    this.#reserve(length);
    this.#varint(length);
    if (!copyShort(viewOf(source), start, end, this.#view, this.#length)) {
      this.#length = before;
      return false;
    }
    this.#length += length;
    this.#rows++;
    return true;
  }

  /** A string of a few bytes that comes from elsewhere than the others. */
  pushWord(word: Uint8Array): void {
    this.#reserve(word.length);
    this.#bytes[this.#length++] = word.length;
    for (let at = 0; at < word.length; at++) this.#bytes[this.#length++] = word[at] as number;
    this.#rows++;
  }

  /** The digits of a whole number in 0 … 2^31 - 1. */
  pushDecimal(value: number): void {
    this.#reserve(decimalDigitsMax);
    const digits = digitsOf(value);
    this.#bytes[this.#length] = digits;
    let rest = value;
    for (let at = this.#length + digits; at > this.#length; at--) {
      const tenth = (rest / 10) | 0;
      this.#bytes[at] = 48 + rest - tenth * 10;
      rest = tenth;
    }
    this.#length += 1 + digits;
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

  /** The strings so far, each behind its length; valid until the next push. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  data(): ColumnData {
    return { kind: 'strings', bytes: this.view() };
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
    if (needed > this.#bytes.length) this.#grow(needed);
  }

  #grow(needed: number): void {
    this.#bytes = growBuffer(this.#bytes, needed);
    this.#view = new DataView(this.#bytes.buffer);
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

function digitsOf(value: number): number {
  let digits = 1;
  for (let bound = 10; digits < decimalDigitsMax && value >= bound; bound *= 10) digits++;
  return digits;
}
