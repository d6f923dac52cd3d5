import { ArrayEnds } from '../../columns/array.ts';
import type { Column } from '../../columns/column.ts';
import { DictionaryColumn } from '../../columns/dictionary.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import { readEvent } from '../wire/parts.ts';
import { WireReader } from '../wire/reader.ts';
import { attributesText } from '../wire/render.ts';
import type { SpanScan } from '../wire/span-scan.ts';
import { internUtf8 } from './text.ts';

export type EventMark = {
  readonly rows: number;
  readonly attributes: ReturnType<StringColumn['mark']>;
};

/** The columns `events.*`: one array of each a span. */
export class EventColumns {
  readonly #times = new FixedColumn(8);
  readonly names = new DictionaryColumn();
  readonly #attributes = new StringColumn();
  readonly #dropped = new FixedColumn(4);
  readonly #ends = new ArrayEnds();

  /** Adds a row with the events of a span. */
  push(bytes: Uint8Array, scan: SpanScan): void {
    const { events, event, value } = scan;
    for (let at = 0; at < events.length; at += 2) {
      readEvent(new WireReader(bytes, events[at], events[at + 1]), event, value);
      // Past 2262 the column would turn the time over; no clock means that.
      if (event.timeHigh < 0) this.#times.pushHalves(0, 0);
      else this.#times.pushHalves(event.timeLow, event.timeHigh);
      this.names.pushIndex(internUtf8(this.names, bytes, event.nameFrom, event.nameTo));
      this.#attributes.pushText(attributesText(bytes, event.attributes));
      this.#dropped.push(event.droppedAttributes);
    }
    this.endRow();
  }

  endRow(): void {
    this.#ends.push(this.#dropped.rows);
  }

  columns(): Column[] {
    const column = (name: string, type: string, values: Column['data']): Column => ({
      name: `events.${name}`,
      type: `Array(${type})`,
      data: this.#ends.array(values),
    });
    return [
      column('time', "DateTime64(9, 'UTC')", this.#times.data()),
      column('name', 'LowCardinality(String)', this.names.data()),
      column('attributes', 'String', this.#attributes.data()),
      column('dropped_attributes', 'UInt32', this.#dropped.data()),
    ];
  }

  mark(): EventMark {
    return { rows: this.#ends.rows, attributes: this.#attributes.mark() };
  }

  rollback({ rows, attributes }: EventMark): void {
    this.#ends.truncate(rows);
    this.#attributes.rollback(attributes);
    for (const column of [this.#times, this.names, this.#dropped]) column.truncate(attributes.rows);
  }
}
