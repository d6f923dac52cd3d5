import { ArrayEnds } from '../../columns/array.ts';
import type { Column } from '../../columns/column.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import { valueTypes } from '../metric-types.ts';
import type { ExemplarScan } from '../wire/exemplar.ts';
import { readExemplar } from '../wire/exemplar.ts';
import type { PointScan } from '../wire/point-scan.ts';
import { WireReader } from '../wire/reader.ts';
import { attributesText } from '../wire/render.ts';

export type ExemplarMark = {
  readonly rows: number;
  readonly attributes: ReturnType<StringColumn['mark']>;
};

const nilBytes = new Uint8Array(16);

/** The columns `exemplars.*`: one array of each a data point. */
export class ExemplarColumns {
  readonly #times = new FixedColumn(8, 64);
  readonly #valueTypes = new FixedColumn(1, 64);
  readonly #ints = new FixedColumn(8, 64);
  readonly #doubles = new FixedColumn(8, 64);
  readonly #traceIds = new FixedColumn(16, 64);
  readonly #spanIds = new FixedColumn(8, 64);
  readonly #attributes = new StringColumn(1024);
  readonly #ends = new ArrayEnds();

  /** Adds a row with the exemplars of a data point. */
  push(bytes: Uint8Array, { exemplars, exemplar, found }: PointScan): void {
    for (let at = 0; at < exemplars.length; at += 2) {
      readExemplar(new WireReader(bytes, exemplars[at], exemplars[at + 1]), exemplar, found);
      this.#pushOne(bytes, exemplar);
    }
    this.endRow();
  }

  endRow(): void {
    this.#ends.push(this.#times.rows);
  }

  columns(): Column[] {
    const column = (name: string, type: string, values: Column['data']): Column => ({
      name: `exemplars.${name}`,
      type: `Array(${type})`,
      data: this.#ends.array(values),
    });
    return [
      column('time', "DateTime64(9, 'UTC')", this.#times.data()),
      column('value_type', 'UInt8', this.#valueTypes.data()),
      column('int_value', 'Int64', this.#ints.data()),
      column('double_value', 'Float64', this.#doubles.data()),
      column('trace_id', 'UUID', this.#traceIds.data()),
      column('span_id', 'UInt64', this.#spanIds.data()),
      column('attributes', 'String', this.#attributes.data()),
    ];
  }

  mark(): ExemplarMark {
    return { rows: this.#ends.rows, attributes: this.#attributes.mark() };
  }

  rollback({ rows, attributes }: ExemplarMark): void {
    this.#ends.truncate(rows);
    this.#attributes.rollback(attributes);
    for (const column of [this.#times, this.#valueTypes, this.#ints, this.#doubles]) {
      column.truncate(attributes.rows);
    }
    this.#traceIds.truncate(attributes.rows);
    this.#spanIds.truncate(attributes.rows);
  }

  #pushOne(bytes: Uint8Array, exemplar: ExemplarScan): void {
    const { valueType, valueLow, valueHigh } = exemplar;
    // Past 2262 the column would turn the time over; no clock means that.
    if (exemplar.timeHigh < 0) this.#times.pushHalves(0, 0);
    else this.#times.pushHalves(exemplar.timeLow, exemplar.timeHigh);
    this.#valueTypes.push(valueType);
    const isInt = valueType === valueTypes.int;
    this.#ints.pushHalves(isInt ? valueLow : 0, isInt ? valueHigh : 0);
    this.#doubles.pushHalves(isInt ? 0 : valueLow, isInt ? 0 : valueHigh);
    const hasTrace = exemplar.traceIdTo > exemplar.traceIdFrom;
    this.#traceIds.pushUuid(hasTrace ? bytes : nilBytes, hasTrace ? exemplar.traceIdFrom : 0);
    const hasSpan = exemplar.spanIdTo > exemplar.spanIdFrom;
    this.#spanIds.pushBigEndian(hasSpan ? bytes : nilBytes, hasSpan ? exemplar.spanIdFrom : 0);
    this.#attributes.pushText(attributesText(bytes, exemplar.attributes));
  }
}
