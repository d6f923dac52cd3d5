import { ArrayEnds } from '../../columns/array.ts';
import type { Column } from '../../columns/column.ts';
import { DictionaryColumn } from '../../columns/dictionary.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import { attributeTypes } from '../attribute-types.ts';
import type { AttributeSlots } from '../wire/attributes.ts';
import { base64Text, doubleText, intText, valueText } from '../wire/render.ts';
import { internUtf8, pushUtf8 } from './text.ts';

export type AttributeMark = {
  readonly rows: number;
  readonly values: ReturnType<StringColumn['mark']>;
};

const yes = Buffer.from('true');
const no = Buffer.from('false');
const placesRemembered = 64;

/** The three columns of attributes: keys, types and values as text, one array of each a row. */
export class AttributeColumns {
  readonly keys = new DictionaryColumn();
  readonly #types = new FixedColumn(1);
  readonly #values = new StringColumn();
  readonly #ends = new ArrayEnds();
  readonly #lastKeys = new Uint32Array(placesRemembered);

  /** Adds a row with all attributes found in `bytes`. */
  push(bytes: Uint8Array, slots: AttributeSlots): void {
    for (let index = 0; index < slots.count; index++) {
      this.pushOne(bytes, slots, index);
    }
    this.endRow();
  }

  /** Adds one attribute to the row that `endRow` will end; returns the index of its key. */
  pushOne(bytes: Uint8Array, slots: AttributeSlots, index: number): number {
    const key = this.#keyIndex(bytes, slots, index);
    const type = slots.type(index);
    this.keys.pushIndex(key);
    this.#types.push(type);
    pushValue(this.#values, bytes, type, slots.valueFrom(index), slots.valueTo(index));
    return key;
  }

  endRow(): void {
    this.#ends.push(this.keys.rows);
  }

  /** Columns `<prefix>.key`, `.type` and `.value`. */
  columns(prefix: string): Column[] {
    const array = (values: Column['data']): Column['data'] => this.#ends.array(values);
    return [
      {
        name: `${prefix}.key`,
        type: 'Array(LowCardinality(String))',
        data: array(this.keys.data()),
      },
      { name: `${prefix}.type`, type: 'Array(UInt8)', data: array(this.#types.data()) },
      { name: `${prefix}.value`, type: 'Array(String)', data: array(this.#values.data()) },
    ];
  }

  mark(): AttributeMark {
    return { rows: this.#ends.rows, values: this.#values.mark() };
  }

  rollback({ rows, values }: AttributeMark): void {
    this.#ends.truncate(rows);
    this.#values.rollback(values);
    this.#types.truncate(values.rows);
    this.keys.truncate(values.rows);
  }

  /** Spans of one kind name their attributes alike, so the key that was last at this place comes first. */
  #keyIndex(bytes: Uint8Array, slots: AttributeSlots, index: number): number {
    const from = slots.keyFrom(index);
    const to = slots.keyTo(index);
    const likely = this.#lastKeys[index] ?? 0;
    if (this.keys.is(likely, bytes, from, to)) return likely;
    const key = internUtf8(this.keys, bytes, from, to);
    if (index < placesRemembered) this.#lastKeys[index] = key;
    return key;
  }
}

function pushValue(
  values: StringColumn,
  bytes: Uint8Array,
  type: number,
  from: number,
  to: number,
): void {
  switch (type) {
    case attributeTypes.string:
      pushUtf8(values, bytes, from, to);
      break;
    case attributeTypes.int:
      pushInteger(values, from, to);
      break;
    case attributeTypes.bool:
      values.pushWord(from === 0 && to === 0 ? no : yes);
      break;
    case attributeTypes.double:
      values.pushText(doubleText(from, to));
      break;
    case attributeTypes.bytes:
      values.pushText(base64Text(bytes, from, to));
      break;
    case attributeTypes.empty:
      values.pushEmpty();
      break;
    default:
      values.pushText(valueText(bytes, type, from, to));
  }
}

/** Most integers are small and positive: their digits are written without a string. */
function pushInteger(values: StringColumn, low: number, high: number): void {
  if (high === 0 && low >= 0) values.pushDecimal(low);
  else values.pushText(intText(low, high));
}
