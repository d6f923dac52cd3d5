import type { ColumnData } from './column.ts';

/** The ends of the rows of an array or map column, counted in values: at most 2^32 in a column. */
export class ArrayEnds {
  // Two halves each, the high one always zero, so that the same bytes are the 64-bit ends.
  #halves = new Uint32Array(2 * 1024);
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** Ends a row after `valuesSoFar` values of the whole column. */
  push(valuesSoFar: number): void {
    const at = 2 * this.#rows++;
    if (at === this.#halves.length) {
      const larger = new Uint32Array(this.#halves.length * 2);
      larger.set(this.#halves);
      this.#halves = larger;
    }
    this.#halves[at] = valuesSoFar;
  }

  truncate(rows: number): void {
    this.#rows = rows;
  }

  array(values: ColumnData): ColumnData {
    return { kind: 'array', ends: this.#ends(), values };
  }

  map(keys: ColumnData, values: ColumnData): ColumnData {
    return { kind: 'map', ends: this.#ends(), keys, values };
  }

  /** Valid until a row is taken back. */
  #ends(): BigUint64Array {
    return new BigUint64Array(this.#halves.buffer, 0, this.#rows);
  }
}
