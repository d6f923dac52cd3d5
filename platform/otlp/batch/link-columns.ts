import { ArrayEnds } from '../../columns/array.ts';
import type { Column } from '../../columns/column.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import { type LinkScan, readLink } from '../wire/parts.ts';
import { WireReader } from '../wire/reader.ts';
import { attributesText } from '../wire/render.ts';
import type { SpanScan } from '../wire/span-scan.ts';
import { pushUtf8 } from './text.ts';

type StringMark = ReturnType<StringColumn['mark']>;

export type LinkMark = {
  readonly rows: number;
  readonly traceStates: StringMark;
  readonly attributes: StringMark;
};

const noId = [new Uint8Array(16), 0] as const;

/** The columns `links.*`: one array of each a span. */
export class LinkColumns {
  readonly #traceIds = new FixedColumn(16);
  readonly #spanIds = new FixedColumn(8);
  readonly #traceStates = new StringColumn();
  readonly #flags = new FixedColumn(4);
  readonly #attributes = new StringColumn();
  readonly #dropped = new FixedColumn(4);
  readonly #ends = new ArrayEnds();

  /** Adds a row with the links of a span. */
  push(bytes: Uint8Array, scan: SpanScan): void {
    const { links, link, value } = scan;
    for (let at = 0; at < links.length; at += 2) {
      readLink(new WireReader(bytes, links[at], links[at + 1]), link, value);
      this.#pushLink(bytes, link);
    }
    this.endRow();
  }

  endRow(): void {
    this.#ends.push(this.#dropped.rows);
  }

  columns(): Column[] {
    const column = (name: string, type: string, values: Column['data']): Column => ({
      name: `links.${name}`,
      type: `Array(${type})`,
      data: this.#ends.array(values),
    });
    return [
      column('trace_id', 'UUID', this.#traceIds.data()),
      column('span_id', 'UInt64', this.#spanIds.data()),
      column('trace_state', 'String', this.#traceStates.data()),
      column('flags', 'UInt32', this.#flags.data()),
      column('attributes', 'String', this.#attributes.data()),
      column('dropped_attributes', 'UInt32', this.#dropped.data()),
    ];
  }

  mark(): LinkMark {
    return {
      rows: this.#ends.rows,
      traceStates: this.#traceStates.mark(),
      attributes: this.#attributes.mark(),
    };
  }

  rollback({ rows, traceStates, attributes }: LinkMark): void {
    this.#ends.truncate(rows);
    this.#traceStates.rollback(traceStates);
    this.#attributes.rollback(attributes);
    for (const column of [this.#traceIds, this.#spanIds, this.#flags, this.#dropped]) {
      column.truncate(attributes.rows);
    }
  }

  #pushLink(bytes: Uint8Array, link: LinkScan): void {
    const { traceIdFrom, traceIdTo, spanIdFrom, spanIdTo } = link;
    this.#traceIds.pushUuid(...(traceIdTo > traceIdFrom ? ([bytes, traceIdFrom] as const) : noId));
    this.#spanIds.pushBigEndian(...(spanIdTo > spanIdFrom ? ([bytes, spanIdFrom] as const) : noId));
    pushUtf8(this.#traceStates, bytes, link.traceStateFrom, link.traceStateTo);
    this.#flags.push(link.flags);
    this.#attributes.pushText(attributesText(bytes, link.attributes));
    this.#dropped.push(link.droppedAttributes);
  }
}
