import type { Column } from '../../columns/column.ts';
import { DictionaryColumn } from '../../columns/dictionary.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import type { SpanScan } from '../wire/span-scan.ts';
import { openErrorScan } from './error-scan.ts';
import { internUtf8, pushUtf8, textsAt } from './text.ts';

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
  /** Of the span, among those of the batch. */
  readonly row: number;
  /** The halves of the fingerprint of its resource. */
  readonly resource: { readonly low: number; readonly high: number };
};

/** What went wrong in a span, as its sender said it; '' for what it did not say. */
export type ErrorDetails = {
  readonly spanId: string;
  readonly service: string;
  readonly operation: string;
  readonly type: string;
  readonly message: string;
  readonly replayId: string;
};

const nilBytes = new Uint8Array(16);
const nanosPerSecond = 1_000_000_000n;

/** The columns of table `errors` but `known` and those that the table computes: every span with an error once. */
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
  readonly #resource = new FixedColumn(8, 64);
  readonly #replayId = new StringColumn(1024);
  readonly #batch = new StringColumn(1024);
  #endSeconds: number[] = [];
  #spanRows: number[] = [];

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

  /** The row of each among the spans of the batch, of all rows but markers. */
  get spanRows(): readonly number[] {
    return this.#spanRows;
  }

  push(bytes: Uint8Array, scan: SpanScan, source: ErrorSource): void {
    const { type, message, stack, debugId, replayId } = this.#scan(bytes, scan);
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
    this.#resource.pushHalves(source.resource.low, source.resource.high);
    pushUtf8(this.#replayId, bytes, replayId.from, replayId.to);
    this.#batch.pushEmpty();
    this.#endSeconds.push(source.endSeconds);
    this.#spanRows.push(source.row);
  }

  /** What went wrong in spans of these rows, which all have errors. Only before markers are added. */
  details(spanRows: readonly number[]): readonly ErrorDetails[] {
    const rows = spanRows.map(row => placeOf(row, this.#spanRows));
    const [messages, replayIds] = [textsAt(this.#message, rows), textsAt(this.#replayId, rows)];
    const word = (column: DictionaryColumn, row: number): string =>
      column.text(column.indexes()[row] ?? 0);
    return rows.map((row, index) => ({
      spanId: idAt(this.#spanId.view(), row),
      service: word(this.#service, row),
      operation: word(this.#operation, row),
      type: word(this.#type, row),
      message: messages[index] ?? '',
      replayId: replayIds[index] ?? '',
    }));
  }

  pushMarker({ seconds, batch }: ErrorMarker): void {
    const nanos = BigInt(seconds) * nanosPerSecond;
    this.#organization.pushUuid(nilBytes, 0);
    this.#time.pushHalves(Number(nanos & 0xffff_ffffn), Number(nanos >> 32n));
    this.#traceId.pushUuid(nilBytes, 0);
    for (const column of [this.#spanId, this.#duration, this.#resource]) column.pushZero();
    for (const column of [this.#service, this.#operation, this.#type]) column.pushIndex(0);
    for (const column of [this.#message, this.#stack, this.#debugId, this.#replayId])
      column.pushEmpty();
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
      { name: 'resource', type: 'UInt64', data: this.#resource.data() },
      { name: 'replay_id', type: 'String', data: this.#replayId.data() },
      { name: 'batch', type: 'String', data: this.#batch.data() },
    ];
  }

  mark(): ErrorMark {
    return { rows: this.rows, strings: this.#strings().map(column => column.mark()) };
  }

  rollback({ rows, strings }: ErrorMark): void {
    for (const column of [this.#service, this.#operation, this.#type]) column.truncate(rows);
    for (const column of [this.#organization, this.#time, this.#traceId]) column.truncate(rows);
    for (const column of [this.#spanId, this.#duration, this.#resource]) column.truncate(rows);
    for (const [index, column] of this.#strings().entries()) {
      const mark = strings[index];
      if (mark !== undefined) column.rollback(mark);
    }
    this.#endSeconds = this.#endSeconds.slice(0, rows);
    this.#spanRows = this.#spanRows.slice(0, rows);
  }

  #strings(): StringColumn[] {
    return [this.#message, this.#stack, this.#debugId, this.#replayId, this.#batch];
  }
}

/** Where a value is in an ascending list. */
function placeOf(value: number, list: readonly number[]): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  if (list[low] !== value) throw new Error(`expected an error in the span of row ${value}`);
  return low;
}

/** The hex digits of an id, which the table keeps as a number. */
const idAt = (ids: Buffer, row: number): string =>
  ids
    .readBigUInt64LE(row * 8)
    .toString(16)
    .padStart(16, '0');
