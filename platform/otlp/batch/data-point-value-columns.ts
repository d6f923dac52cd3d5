import type { Column } from '../../columns/column.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { valueTypes } from '../metric-types.ts';
import type { PointScan } from '../wire/point-scan.ts';
import type { Uint64Parts } from '../wire/uint64-parts.ts';
import { NumberLists, type NumberListsMark } from './number-lists.ts';

export type FigureMark = { readonly rows: number; readonly lists: readonly NumberListsMark[] };

/** The columns of `metric_points` that hold the figures of a point, for all types. */
export class DataPointValueColumns {
  readonly #valueType = new FixedColumn(1);
  readonly #int = new FixedColumn(8);
  readonly #double = new FixedColumn(8);
  readonly #count = new FixedColumn(8);
  readonly #has = new FixedColumn(1);
  readonly #sum = new FixedColumn(8);
  readonly #min = new FixedColumn(8);
  readonly #max = new FixedColumn(8);
  readonly #bounds = new NumberLists();
  readonly #counts = new NumberLists();
  readonly #scale = new FixedColumn(4);
  readonly #zeroCount = new FixedColumn(8);
  readonly #zeroThreshold = new FixedColumn(8);
  readonly #positiveOffset = new FixedColumn(4);
  readonly #positive = new NumberLists();
  readonly #negativeOffset = new FixedColumn(4);
  readonly #negative = new NumberLists();
  readonly #quantiles = new NumberLists();
  readonly #quantileValues = new NumberLists();

  push(point: PointScan): void {
    const isInt = point.valueType === valueTypes.int;
    this.#valueType.push(point.valueType);
    pushEither(this.#int, point.value, isInt);
    pushEither(this.#double, point.value, !isInt);
    this.#count.pushHalves(point.count.low, point.count.high);
    this.#has.push(point.has);
    this.#sum.pushHalves(point.sum.low, point.sum.high);
    this.#min.pushHalves(point.min.low, point.min.high);
    this.#max.pushHalves(point.max.low, point.max.high);
    this.#scale.push(point.scale);
    this.#zeroCount.pushHalves(point.zeroCount.low, point.zeroCount.high);
    this.#zeroThreshold.pushHalves(point.zeroThreshold.low, point.zeroThreshold.high);
    this.#positiveOffset.push(point.positiveOffset);
    this.#negativeOffset.push(point.negativeOffset);
    this.#bounds.push(point.bounds);
    this.#counts.push(point.counts);
    this.#positive.push(point.positive);
    this.#negative.push(point.negative);
    this.#quantiles.push(point.quantiles);
    this.#quantileValues.push(point.quantileValues);
  }

  pushNothing(): void {
    for (const column of this.#fixed()) column.pushZero();
    for (const list of this.#lists()) list.endRow();
  }

  columns(): Column[] {
    return [
      { name: 'value_type', type: 'UInt8', data: this.#valueType.data() },
      { name: 'int_value', type: 'Int64', data: this.#int.data() },
      { name: 'double_value', type: 'Float64', data: this.#double.data() },
      { name: 'count', type: 'UInt64', data: this.#count.data() },
      { name: 'has', type: 'UInt8', data: this.#has.data() },
      { name: 'sum', type: 'Float64', data: this.#sum.data() },
      { name: 'min', type: 'Float64', data: this.#min.data() },
      { name: 'max', type: 'Float64', data: this.#max.data() },
      { name: 'bounds', type: 'Array(Float64)', data: this.#bounds.data() },
      { name: 'counts', type: 'Array(UInt64)', data: this.#counts.data() },
      { name: 'scale', type: 'Int32', data: this.#scale.data() },
      { name: 'zero_count', type: 'UInt64', data: this.#zeroCount.data() },
      { name: 'zero_threshold', type: 'Float64', data: this.#zeroThreshold.data() },
      { name: 'positive_offset', type: 'Int32', data: this.#positiveOffset.data() },
      { name: 'positive', type: 'Array(UInt64)', data: this.#positive.data() },
      { name: 'negative_offset', type: 'Int32', data: this.#negativeOffset.data() },
      { name: 'negative', type: 'Array(UInt64)', data: this.#negative.data() },
      { name: 'quantiles.quantile', type: 'Array(Float64)', data: this.#quantiles.data() },
      { name: 'quantiles.value', type: 'Array(Float64)', data: this.#quantileValues.data() },
    ];
  }

  mark(): FigureMark {
    return { rows: this.#has.rows, lists: this.#lists().map(list => list.mark()) };
  }

  rollback({ rows, lists }: FigureMark): void {
    for (const column of this.#fixed()) column.truncate(rows);
    for (const [index, list] of this.#lists().entries()) {
      list.rollback(lists[index] as NumberListsMark);
    }
  }

  #fixed(): FixedColumn[] {
    return [
      this.#valueType,
      this.#int,
      this.#double,
      this.#count,
      this.#has,
      this.#sum,
      this.#min,
      this.#max,
      this.#scale,
      this.#zeroCount,
      this.#zeroThreshold,
      this.#positiveOffset,
      this.#negativeOffset,
    ];
  }

  #lists(): NumberLists[] {
    return [
      this.#bounds,
      this.#counts,
      this.#positive,
      this.#negative,
      this.#quantiles,
      this.#quantileValues,
    ];
  }
}

function pushEither(column: FixedColumn, { low, high }: Uint64Parts, isMeant: boolean): void {
  column.pushHalves(isMeant ? low : 0, isMeant ? high : 0);
}
