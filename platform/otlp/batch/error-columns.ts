import type { Column } from '../../columns/column.ts';
import { DictionaryColumn } from '../../columns/dictionary.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import type { SpanScan } from '../wire/span-scan.ts';
import { openErrorScan } from './error-scan.ts';
import { internUtf8, pushUtf8 } from './text.ts';

/** A row that says that a batch was written; it is no error. */
export type ErrorMarker = { readonly seconds: number; readonly batch: string };

export type ErrorMark = {
  readonly rows: number;
  readonly strings: readonly ReturnType<StringColumn['mark']>[];
};

export type ErrorSource = {
  readonly organization: Uint8Array;
  readonly service: string;
  readonly endSeconds: number;
};

const nilBytes = new Uint8Array(16);
const nanosPerSecond = 1_000_000_000n;

/** The columns of table `errors` but `known`: every span with an error once. */
export class ErrorColumns {
  readonly #scan = openErrorScan();
  readonly #organization = new FixedColumn(16, 64);
  readonly #service = new DictionaryColumn();
  readonly #time = new FixedColumn(8, 64);
  readonly #traceId = new FixedColumn(16, 64);
  readonly #spanId = new FixedColumn(8, 64);
  readonly #operation = new DictionaryColumn();
  readonly #duration = new FixedColumn(8, 64);
  readonly #type = new DictionaryColumn();
  readonly #message = new StringColumn(1024);
  readonly #stack = new StringColumn(1024);
  readonly #debugId = new StringColumn(1024);
  readonly #batch = new StringColumn(1024);
  #endSeconds: number[] = [];

  get rows(): number {
    return this.#time.rows;
  }

  /** Different texts in the dictionaries, which a rollback keeps. */
  get texts(): number {
    return this.#service.size + this.#operation.size + this.#type.size;
  }

  /** The second in which each span ended, of all rows but markers. */
  get endSeconds(): readonly number[] {
    return this.#endSeconds;
  }

  push(bytes: Uint8Array, scan: SpanScan, source: ErrorSource): void {
    const { type, message, stack, debugId } = this.#scan(bytes, scan);
    this.#organization.pushUuid(source.organization, 0);
    this.#service.pushText(source.service);
    this.#time.pushHalves(scan.endLow, scan.endHigh);
    this.#traceId.pushUuid(bytes, scan.traceIdFrom);
    this.#spanId.pushBigEndian(bytes, scan.spanIdFrom);
    this.#operation.pushIndex(internUtf8(this.#operation, bytes, scan.nameFrom, scan.nameTo));
    const borrow = scan.endLow >>> 0 < scan.startLow >>> 0 ? 1 : 0;
    this.#duration.pushHalves(scan.endLow - scan.startLow, scan.endHigh - scan.startHigh - borrow);
    this.#type.pushIndex(internUtf8(this.#type, bytes, type.from, type.to));
    pushUtf8(this.#message, bytes, message.from, message.to);
    pushUtf8(this.#stack, bytes, stack.from, stack.to);
    pushUtf8(this.#debugId, bytes, debugId.from, debugId.to);
    this.#batch.pushEmpty();
    this.#endSeconds.push(source.endSeconds);
  }

  pushMarker({ seconds, batch }: ErrorMarker): void {
    const nanos = BigInt(seconds) * nanosPerSecond;
    this.#organization.pushUuid(nilBytes, 0);
    this.#time.pushHalves(Number(nanos & 0xffff_ffffn), Number(nanos >> 32n));
    this.#traceId.pushUuid(nilBytes, 0);
    for (const column of [this.#spanId, this.#duration]) column.pushZero();
    for (const column of [this.#service, this.#operation, this.#type]) column.pushIndex(0);
    for (const column of [this.#message, this.#stack, this.#debugId]) column.pushEmpty();
    this.#batch.pushText(batch);
  }

  /** In the order of the table. */
  columns(): Column[] {
    return [
      { name: 'organization', type: 'UUID', data: this.#organization.data() },
      { name: 'service', type: 'LowCardinality(String)', data: this.#service.data() },
      { name: 'time', type: "DateTime64(9, 'UTC')", data: this.#time.data() },
      { name: 'trace_id', type: 'UUID', data: this.#traceId.data() },
      { name: 'span_id', type: 'UInt64', data: this.#spanId.data() },
      { name: 'operation', type: 'LowCardinality(String)', data: this.#operation.data() },
      { name: 'duration', type: 'UInt64', data: this.#duration.data() },
      { name: 'type', type: 'LowCardinality(String)', data: this.#type.data() },
      { name: 'message', type: 'String', data: this.#message.data() },
      { name: 'stack', type: 'String', data: this.#stack.data() },
      { name: 'debug_id', type: 'String', data: this.#debugId.data() },
      { name: 'batch', type: 'String', data: this.#batch.data() },
    ];
  }

  mark(): ErrorMark {
    return { rows: this.rows, strings: this.#strings().map(column => column.mark()) };
  }

  rollback({ rows, strings }: ErrorMark): void {
    for (const column of [this.#service, this.#operation, this.#type]) column.truncate(rows);
    for (const column of [this.#organization, this.#time, this.#traceId]) column.truncate(rows);
    for (const column of [this.#spanId, this.#duration]) column.truncate(rows);
    for (const [index, column] of this.#strings().entries()) {
      const mark = strings[index];
      if (mark !== undefined) column.rollback(mark);
    }
    this.#endSeconds = this.#endSeconds.slice(0, rows);
  }

  #strings(): StringColumn[] {
    return [this.#message, this.#stack, this.#debugId, this.#batch];
  }
}
