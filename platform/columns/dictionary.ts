import { randomInt } from 'node:crypto';
import type { ColumnData } from './column.ts';
import { growBuffer } from './grow-buffer.ts';
import { StringColumn } from './strings.ts';
import { copyBytes, hashBytes, sameBytes, viewOf } from './words.ts';

const firstSlots = 256;
// A random start in each process, so that clients cannot choose colliding strings.
const hashStart = randomInt(2 ** 32);

/**
 * LowCardinality(String): every different string once, and its index per row. Strings are found
 * by their bytes in an open-addressing table. Index 0 is the empty string, as ClickHouse wants it.
 * A rollback shortens the rows; strings that only they used stay in the dictionary, which is harmless.
 */
export class DictionaryColumn {
  #indexes = new Uint32Array(1024);
  #rows = 0;
  #entries = 0;
  #bytes: Buffer = Buffer.allocUnsafeSlow(4096);
  #view = new DataView(this.#bytes.buffer);
  #ends = new Uint32Array(firstSlots);
  #slots = new Int32Array(firstSlots).fill(-1);
  readonly #texts: (string | undefined)[] = [];

  constructor() {
    this.intern(new Uint8Array(0), 0, 0);
  }

  get rows(): number {
    return this.#rows;
  }

  get size(): number {
    return this.#entries;
  }

  pushBytes(source: Uint8Array, start: number, end: number): number {
    const index = this.intern(source, start, end);
    this.pushIndex(index);
    return index;
  }

  pushText(text: string): number {
    const bytes = Buffer.from(text);
    return this.pushBytes(bytes, 0, bytes.length);
  }

  pushIndex(index: number): void {
    if (this.#rows === this.#indexes.length) {
      const larger = new Uint32Array(this.#indexes.length * 2);
      larger.set(this.#indexes);
      this.#indexes = larger;
    }
    this.#indexes[this.#rows++] = index;
  }

  /** The index of these bytes, without adding a row. */
  intern(source: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashBytes(viewOf(source), start, end, hashStart) & mask;
    for (;;) {
      const index = this.#slots[slot] as number;
      if (index < 0) return this.#add(source, start, end, slot);
      if (this.#equals(index, source, start, end)) return index;
      slot = (slot + 1) & mask;
    }
  }

  /** The index of these bytes, -1 when they are not in the dictionary. */
  find(source: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashBytes(viewOf(source), start, end, hashStart) & mask;
    for (;;) {
      const index = this.#slots[slot] as number;
      if (index < 0 || this.is(index, source, start, end)) return index;
      slot = (slot + 1) & mask;
    }
  }

  /** Whether an index stands for these bytes. */
  is(index: number, source: Uint8Array, start: number, end: number): boolean {
    return this.#equals(index, source, start, end);
  }

  /** The string of an index; decoded once. */
  text(index: number): string {
    const known = this.#texts[index];
    if (known !== undefined) return known;
    const text = this.#bytes.toString('utf8', this.#start(index), this.#ends[index]);
    this.#texts[index] = text;
    return text;
  }

  /** Index per row; valid until the next push. */
  indexes(): Uint32Array {
    return this.#indexes.subarray(0, this.#rows);
  }

  data(): ColumnData {
    const strings = new StringColumn(this.#bytes.length);
    for (let index = 0; index < this.#entries; index++) {
      strings.pushBytes(this.#bytes, this.#start(index), this.#ends[index] as number);
    }
    const { bytes } = strings.data() as { readonly bytes: Uint8Array };
    return { kind: 'dictionary', size: this.#entries, dictionary: bytes, indexes: this.indexes() };
  }

  truncate(rows: number): void {
    this.#rows = rows;
  }

  #start(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] as number);
  }

  #equals(index: number, source: Uint8Array, start: number, end: number): boolean {
    const at = this.#start(index);
    const length = end - start;
    if ((this.#ends[index] as number) - at !== length) return false;
    return sameBytes(this.#view, at, viewOf(source), start, length);
  }

  #add(source: Uint8Array, start: number, end: number, slot: number): number {
    const index = this.#entries++;
    const at = this.#start(index);
    const length = at + end - start;
    if (length > this.#bytes.length) {
      this.#bytes = growBuffer(this.#bytes, length);
      this.#view = new DataView(this.#bytes.buffer);
    }
    copyBytes(source, start, end, this.#view, at);
    if (index === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[index] = length;
    this.#slots[slot] = index;
    if (this.#entries * 2 > this.#slots.length) this.#rehash();
    return index;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let index = 0; index < this.#entries; index++) {
      const end = this.#ends[index] as number;
      let slot = hashBytes(this.#view, this.#start(index), end, hashStart) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = index;
    }
    this.#slots = slots;
  }
}
