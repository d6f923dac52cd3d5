import type { Column } from '../../columns/column.ts';
import { DictionaryColumn } from '../../columns/dictionary.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import type { SpanScan } from '../wire/span-scan.ts';
import { AttributeColumns, type AttributeMark } from './attribute-columns.ts';
import { isCaller } from './call-columns.ts';
import { CallTargets } from './call-targets.ts';
import { EventColumns, type EventMark } from './event-columns.ts';
import { httpStatusKeys, httpStatusOf } from './http-status.ts';
import { LinkColumns, type LinkMark } from './link-columns.ts';
import type { ResourceEntry } from './resource-columns.ts';
import { internUtf8, pushUtf8 } from './text.ts';

/** A row that says that a batch was written; it is no span. */
export type SpanMarker = { readonly bucketSeconds: number; readonly batch: string };

export type RowSource = {
  readonly organization: Uint8Array;
  readonly request: Uint8Array;
  readonly receivedAtMs: number;
};

type StringMark = ReturnType<StringColumn['mark']>;

export type SpanSavepoint = {
  readonly rows: number;
  readonly strings: readonly StringMark[];
  readonly attributes: AttributeMark;
  readonly events: EventMark;
  readonly links: LinkMark;
};

const nilBytes = new Uint8Array(16);

/** The columns of table `spans` but `known`. */
export class SpanColumns {
  readonly services = new DictionaryColumn();
  readonly names = new DictionaryColumn();
  readonly #organization = new FixedColumn(16);
  readonly #bucket = new FixedColumn(4);
  readonly #traceId = new FixedColumn(16);
  readonly #spanId = new FixedColumn(8);
  readonly #parentId = new FixedColumn(8);
  readonly #kind = new FixedColumn(1);
  readonly #start = new FixedColumn(8);
  readonly #duration = new FixedColumn(8);
  readonly #status = new FixedColumn(1);
  readonly #message = new StringColumn();
  readonly #httpStatus = new FixedColumn(2);
  readonly #traceState = new StringColumn();
  readonly #flags = new FixedColumn(4);
  readonly #resource = new FixedColumn(8);
  readonly #attributes = new AttributeColumns();
  readonly #droppedAttributes = new FixedColumn(4);
  readonly #events = new EventColumns();
  readonly #droppedEvents = new FixedColumn(4);
  readonly #links = new LinkColumns();
  readonly #droppedLinks = new FixedColumn(4);
  readonly #receivedAt = new FixedColumn(8);
  readonly #request = new FixedColumn(16);
  readonly #batch = new StringColumn();
  readonly #isHttpStatus = httpStatusKeys(this.#attributes.keys);
  /** What the spans of calls name. */
  readonly targets = new CallTargets(this.#attributes.keys);

  get rows(): number {
    return this.#kind.rows;
  }

  /** Different texts in the dictionaries, which a rollback keeps. */
  get texts(): number {
    const { services, names, targets } = this;
    return (
      services.size +
      names.size +
      targets.size +
      this.#attributes.keys.size +
      this.#events.names.size
    );
  }

  /** Adds a span; returns the index of its name. */
  push(
    bytes: Uint8Array,
    scan: SpanScan,
    source: RowSource,
    resource: ResourceEntry,
    bucketSeconds: number,
  ): number {
    const name = internUtf8(this.names, bytes, scan.nameFrom, scan.nameTo);
    this.services.pushIndex(resource.service);
    this.names.pushIndex(name);
    this.#organization.pushUuid(source.organization, 0);
    this.#bucket.push(bucketSeconds);
    this.#pushIds(bytes, scan);
    this.#pushNumbers(scan);
    pushUtf8(this.#message, bytes, scan.messageFrom, scan.messageTo);
    pushUtf8(this.#traceState, bytes, scan.traceStateFrom, scan.traceStateTo);
    this.#resource.pushHalves(resource.low, resource.high);
    this.#pushAttributes(bytes, scan);
    this.#events.push(bytes, scan);
    this.#links.push(bytes, scan);
    this.#receivedAt.pushInteger(source.receivedAtMs);
    this.#request.pushUuid(source.request, 0);
    this.#batch.pushEmpty();
    return name;
  }

  pushMarker({ bucketSeconds, batch }: SpanMarker): void {
    this.services.pushIndex(0);
    this.names.pushIndex(0);
    for (const column of this.#fixed()) column.pushZero();
    this.#bucket.truncate(this.rows - 1);
    this.#bucket.push(bucketSeconds);
    this.#message.pushEmpty();
    this.#traceState.pushEmpty();
    this.#attributes.endRow();
    this.#events.endRow();
    this.#links.endRow();
    this.#batch.pushText(batch);
  }

  /** In the order of the table. */
  columns(): Column[] {
    return [
      { name: 'organization', type: 'UUID', data: this.#organization.data() },
      { name: 'bucket', type: "DateTime('UTC')", data: this.#bucket.data() },
      { name: 'trace_id', type: 'UUID', data: this.#traceId.data() },
      { name: 'span_id', type: 'UInt64', data: this.#spanId.data() },
      { name: 'parent_span_id', type: 'UInt64', data: this.#parentId.data() },
      { name: 'service', type: 'LowCardinality(String)', data: this.services.data() },
      { name: 'name', type: 'LowCardinality(String)', data: this.names.data() },
      { name: 'kind', type: 'UInt8', data: this.#kind.data() },
      { name: 'start', type: "DateTime64(9, 'UTC')", data: this.#start.data() },
      { name: 'duration', type: 'UInt64', data: this.#duration.data() },
      { name: 'status', type: 'UInt8', data: this.#status.data() },
      { name: 'status_message', type: 'String', data: this.#message.data() },
      { name: 'http_status', type: 'UInt16', data: this.#httpStatus.data() },
      { name: 'trace_state', type: 'String', data: this.#traceState.data() },
      { name: 'flags', type: 'UInt32', data: this.#flags.data() },
      { name: 'resource', type: 'UInt64', data: this.#resource.data() },
      ...this.#attributes.columns('attributes'),
      { name: 'dropped_attributes', type: 'UInt32', data: this.#droppedAttributes.data() },
      ...this.#events.columns(),
      { name: 'dropped_events', type: 'UInt32', data: this.#droppedEvents.data() },
      ...this.#links.columns(),
      { name: 'dropped_links', type: 'UInt32', data: this.#droppedLinks.data() },
      { name: 'received_at', type: "DateTime64(3, 'UTC')", data: this.#receivedAt.data() },
      { name: 'request', type: 'UUID', data: this.#request.data() },
      { name: 'batch', type: 'String', data: this.#batch.data() },
    ];
  }

  mark(): SpanSavepoint {
    return {
      rows: this.rows,
      strings: this.#strings().map(column => column.mark()),
      attributes: this.#attributes.mark(),
      events: this.#events.mark(),
      links: this.#links.mark(),
    };
  }

  rollback({ rows, strings, attributes, events, links }: SpanSavepoint): void {
    for (const column of [this.services, this.names, ...this.#fixed()]) column.truncate(rows);
    for (const [index, column] of this.#strings().entries()) {
      column.rollback(strings[index] as StringMark);
    }
    this.#attributes.rollback(attributes);
    this.#events.rollback(events);
    this.#links.rollback(links);
  }

  #pushIds(
    bytes: Uint8Array,
    { traceIdFrom, spanIdFrom, parentIdFrom, parentIdTo }: SpanScan,
  ): void {
    this.#traceId.pushUuid(bytes, traceIdFrom);
    this.#spanId.pushBigEndian(bytes, spanIdFrom);
    if (parentIdTo > parentIdFrom) this.#parentId.pushBigEndian(bytes, parentIdFrom);
    else this.#parentId.pushBigEndian(nilBytes, 0);
  }

  #pushNumbers(scan: SpanScan): void {
    const { startLow, startHigh, endLow, endHigh } = scan;
    const borrow = endLow >>> 0 < startLow >>> 0 ? 1 : 0;
    this.#start.pushHalves(startLow, startHigh);
    this.#duration.pushHalves(endLow - startLow, endHigh - startHigh - borrow);
    this.#kind.push(scan.kind);
    this.#status.push(scan.status);
    this.#flags.push(scan.flags);
    this.#droppedAttributes.push(scan.droppedAttributes);
    this.#droppedEvents.push(scan.droppedEvents);
    this.#droppedLinks.push(scan.droppedLinks);
  }

  #pushAttributes(bytes: Uint8Array, { attributes: slots, kind }: SpanScan): void {
    let httpStatus = 0;
    const isCall = isCaller(kind);
    if (isCall) this.targets.begin();
    for (let index = 0; index < slots.count; index++) {
      const key = this.#attributes.pushOne(bytes, slots, index);
      if (isCall) this.targets.see(key, bytes, slots, index);
      if (this.#isHttpStatus(key)) httpStatus = httpStatusOf(bytes, slots, index) || httpStatus;
    }
    this.#attributes.endRow();
    this.#httpStatus.push(httpStatus);
  }

  #strings(): StringColumn[] {
    return [this.#message, this.#traceState, this.#batch];
  }

  #fixed(): FixedColumn[] {
    return [
      this.#organization,
      this.#bucket,
      this.#traceId,
      this.#spanId,
      this.#parentId,
      this.#kind,
      this.#start,
      this.#duration,
      this.#status,
      this.#httpStatus,
      this.#flags,
      this.#resource,
      this.#droppedAttributes,
      this.#droppedEvents,
      this.#droppedLinks,
      this.#receivedAt,
      this.#request,
    ];
  }
}
