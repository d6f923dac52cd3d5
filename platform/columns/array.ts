import type { ColumnData } from './column.ts';

/** The ends of the rows of an array or map column, counted in values. */
export class ArrayEnds {
  #ends = new Float64Array(1024);
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** Ends a row after `valuesSoFar` values of the whole column. */
  push(valuesSoFar: number): void {
    if (this.#rows === this.#ends.length) {
      const larger = new Float64Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#rows++] = valuesSoFar;
  }

  truncate(rows: number): void {
    this.#rows = rows;
  }

  array(values: ColumnData): ColumnData {
    return { kind: 'array', ends: this.#big(), values };
  }

  map(keys: ColumnData, values: ColumnData): ColumnData {
    return { kind: 'map', ends: this.#big(), keys, values };
  }

  #big(): BigUint64Array {
    return BigUint64Array.from(this.#ends.subarray(0, this.#rows), BigInt);
  }
}
