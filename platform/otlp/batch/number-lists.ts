import { ArrayEnds } from '../../columns/array.ts';
import type { ColumnData } from '../../columns/column.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import type { HalvesList } from '../wire/uint64-parts.ts';

export type NumberListsMark = { readonly rows: number; readonly values: number };

/** A column of lists of 64-bit numbers, one list a row. */
export class NumberLists {
  readonly #values = new FixedColumn(8);
  readonly #ends = new ArrayEnds();

  push(list: HalvesList): void {
    for (let index = 0; index < list.count; index++) {
      this.#values.pushHalves(list.low(index), list.high(index));
    }
    this.endRow();
  }

  endRow(): void {
    this.#ends.push(this.#values.rows);
  }

  data(): ColumnData {
    return this.#ends.array(this.#values.data());
  }

  mark(): NumberListsMark {
    return { rows: this.#ends.rows, values: this.#values.rows };
  }

  rollback({ rows, values }: NumberListsMark): void {
    this.#ends.truncate(rows);
    this.#values.truncate(values);
  }
}
