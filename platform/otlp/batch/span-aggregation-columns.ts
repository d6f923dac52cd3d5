import { readUint32LE } from '../wire/reader.ts';
import { secondsOf } from '../wire/seconds.ts';
import type { SpanScan } from '../wire/span-scan.ts';

/**
 * What the folds over a batch need of its spans, one entry a span. Plain arrays, so that they can
 * be handed to another thread; valid until the next span is added.
 */
export type SpanAggregationColumns = {
  readonly rows: number;
  /** Index into `organizations` of the batch. */
  readonly organization: Uint32Array;
  /** `requestIndex` of the record that held the span. */
  readonly request: Uint32Array;
  /** Indexes for `serviceText` and `nameText` of the batch. */
  readonly service: Uint32Array;
  readonly name: Uint32Array;
  readonly kind: Uint8Array;
  /** 1 for requests: kind server or consumer, or no parent. */
  readonly entry: Uint8Array;
  /** 1 where there is no parent. */
  readonly root: Uint8Array;
  /** OTLP's status code: 0 unset, 1 ok, 2 error. */
  readonly status: Uint8Array;
  readonly endSeconds: Uint32Array;
  /** In nanoseconds; exact below 2^53. */
  readonly duration: Float64Array;
  /** Nanoseconds since 1970 as two words a span, the low one first. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** 16 bytes a span, as on the wire. */
  readonly traceIds: Uint8Array;
  /** The same memory as four words a span. */
  readonly traceWords: Uint32Array;
  /** The span's own id, two words of its bytes on the wire. */
  readonly spanWords: Uint32Array;
};

const twoTo32 = 0x1_0000_0000;
const serverKind = 2;
const consumerKind = 5;

/** Collects the facts; grows by doubling. */
export class FactColumns {
  rows = 0;
  #arrays = allocate(1024);

  push(
    bytes: Uint8Array,
    scan: SpanScan,
    row: { organization: number; request: number; service: number; name: number },
  ): void {
    if (this.rows === this.#arrays.kind.length) this.#grow();
    const at = this.rows++;
    const arrays = this.#arrays;
    const root = isRoot(bytes, scan) ? 1 : 0;
    arrays.organization[at] = row.organization;
    arrays.request[at] = row.request;
    arrays.service[at] = row.service;
    arrays.name[at] = row.name;
    arrays.kind[at] = scan.kind;
    arrays.root[at] = root;
    arrays.entry[at] = scan.kind === serverKind || scan.kind === consumerKind ? 1 : root;
    arrays.status[at] = scan.status;
    arrays.endSeconds[at] = endSecondsOf(scan);
    arrays.duration[at] = durationOf(scan);
    arrays.start[at * 2] = scan.startLow;
    arrays.start[at * 2 + 1] = scan.startHigh;
    arrays.end[at * 2] = scan.endLow;
    arrays.end[at * 2 + 1] = scan.endHigh;
    for (let index = 0, from = scan.traceIdFrom; index < 4; index++, from += 4) {
      arrays.traceWords[at * 4 + index] = readUint32LE(bytes, from);
    }
    arrays.spanWords[at * 2] = readUint32LE(bytes, scan.spanIdFrom);
    arrays.spanWords[at * 2 + 1] = readUint32LE(bytes, scan.spanIdFrom + 4);
  }

  view(): SpanAggregationColumns {
    const { rows } = this;
    const arrays = this.#arrays;
    return {
      rows,
      organization: arrays.organization.subarray(0, rows),
      request: arrays.request.subarray(0, rows),
      service: arrays.service.subarray(0, rows),
      name: arrays.name.subarray(0, rows),
      kind: arrays.kind.subarray(0, rows),
      entry: arrays.entry.subarray(0, rows),
      root: arrays.root.subarray(0, rows),
      status: arrays.status.subarray(0, rows),
      endSeconds: arrays.endSeconds.subarray(0, rows),
      duration: arrays.duration.subarray(0, rows),
      start: arrays.start.subarray(0, rows * 2),
      end: arrays.end.subarray(0, rows * 2),
      traceIds: new Uint8Array(arrays.traceWords.buffer, 0, rows * 16),
      traceWords: arrays.traceWords.subarray(0, rows * 4),
      spanWords: arrays.spanWords.subarray(0, rows * 2),
    };
  }

  #grow(): void {
    const larger = allocate(this.#arrays.kind.length * 2);
    for (const [name, array] of Object.entries(this.#arrays)) {
      larger[name as keyof typeof larger].set(array);
    }
    this.#arrays = larger;
  }
}

/** The second in which a span ended. */
export const endSecondsOf = ({ endLow, endHigh }: SpanScan): number => secondsOf(endLow, endHigh);

export const durationOf = ({ startLow, startHigh, endLow, endHigh }: SpanScan): number =>
  ((endHigh >>> 0) - (startHigh >>> 0)) * twoTo32 + ((endLow >>> 0) - (startLow >>> 0));

export function isRoot(bytes: Uint8Array, { parentIdFrom, parentIdTo }: SpanScan): boolean {
  for (let at = parentIdFrom; at < parentIdTo; at++) if (bytes[at] !== 0) return false;
  return true;
}

const allocate = (rows: number) => ({
  organization: new Uint32Array(rows),
  request: new Uint32Array(rows),
  service: new Uint32Array(rows),
  name: new Uint32Array(rows),
  kind: new Uint8Array(rows),
  entry: new Uint8Array(rows),
  root: new Uint8Array(rows),
  status: new Uint8Array(rows),
  endSeconds: new Uint32Array(rows),
  duration: new Float64Array(rows),
  start: new Uint32Array(rows * 2),
  end: new Uint32Array(rows * 2),
  traceWords: new Uint32Array(rows * 4),
  spanWords: new Uint32Array(rows * 2),
});
