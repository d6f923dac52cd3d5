import { attributeTypes } from '../attribute-types.ts';
import { attributeDepthMax } from '../limits.ts';
import { anyValue, arrayValue, keyValue } from '../messages/attributes.ts';
import type { WireReader } from './reader.ts';

// Constants of the module, here and in the files beside it: a switch over them is as fast as over literals.
const { key: keyTag, value: valueTag } = keyValue.tags;
const { stringValue: stringTag, bytesValue: bytesTag } = anyValue.tags;
const { boolValue: boolTag, intValue: intTag, doubleValue: doubleTag } = anyValue.tags;
const { arrayValue: arrayTag, kvlistValue: kvlistTag } = anyValue.tags;
/** The same in both kinds of lists. */
const { values: itemTag } = arrayValue.tags;

const slotSize = 5;
const slotsMin = 64;
/** Memory for more is given back after the body that needed it. */
const slotsKeptMax = 4_096;

/**
 * Where the attributes of one message lie: per attribute the place of its key, its type and the
 * place of its value; of a number its halves, low and high. Used again for every message.
 */
export class AttributeSlots {
  count = 0;
  #slots = new Int32Array(slotSize * slotsMin);

  /** Begins a body. */
  begin(): void {
    this.count = 0;
    if (this.#slots.length > slotSize * slotsKeptMax)
      this.#slots = new Int32Array(slotSize * slotsMin);
  }

  keyFrom(index: number): number {
    return this.#slots[index * slotSize] as number;
  }

  keyTo(index: number): number {
    return this.#slots[index * slotSize + 1] as number;
  }

  type(index: number): number {
    return this.#slots[index * slotSize + 2] as number;
  }

  valueFrom(index: number): number {
    return this.#slots[index * slotSize + 3] as number;
  }

  valueTo(index: number): number {
    return this.#slots[index * slotSize + 4] as number;
  }

  add(keyFrom: number, keyTo: number, value: FoundValue): void {
    const at = this.count++ * slotSize;
    if (at === this.#slots.length) {
      const larger = new Int32Array(this.#slots.length * 2);
      larger.set(this.#slots);
      this.#slots = larger;
    }
    const slots = this.#slots;
    slots[at] = keyFrom;
    slots[at + 1] = keyTo;
    slots[at + 2] = value.type;
    slots[at + 3] = value.from;
    slots[at + 4] = value.to;
  }
}

/** What `readValue` found: its place, or the halves of a number. Used again for every value. */
export type FoundValue = { type: number; from: number; to: number };

export const newFoundValue = (): FoundValue => ({ type: attributeTypes.empty, from: 0, to: 0 });

/** Reads one KeyValue, wholly checked, into `slots`. */
export function readAttribute(reader: WireReader, slots: AttributeSlots, value: FoundValue): void {
  readKeyValue(reader, value, 0);
  slots.add(reader.from, reader.to, value);
}

/**
 * Reads one KeyValue: the value into `value`, the key's place into the reader's `from` and `to`.
 *  depth  levels of lists around it
 */
export function readKeyValue(reader: WireReader, value: FoundValue, depth: number): void {
  const outer = reader.enter();
  let keyFrom = 0;
  let keyTo = 0;
  value.type = attributeTypes.empty;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === keyTag) {
      reader.range();
      keyFrom = reader.from;
      keyTo = reader.to;
    } else if (tag === valueTag) readValue(reader, value, depth);
    else reader.skip(tag, keyValue);
  }
  reader.leave(outer);
  reader.from = keyFrom;
  reader.to = keyTo;
}

/** Reads one AnyValue; when several members are set, the last one counts. */
export function readValue(reader: WireReader, value: FoundValue, depth: number): void {
  const outer = reader.enter();
  value.type = attributeTypes.empty;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    switch (tag) {
      case stringTag:
        readDelimited(reader, value, attributeTypes.string);
        break;
      case bytesTag:
        readDelimited(reader, value, attributeTypes.bytes);
        break;
      case boolTag:
        readNumber(reader, value, attributeTypes.bool);
        break;
      case intTag:
        readNumber(reader, value, attributeTypes.int);
        break;
      case doubleTag:
        readNumber(reader, value, attributeTypes.double);
        break;
      case arrayTag:
        readList(reader, value, attributeTypes.array, depth);
        break;
      case kvlistTag:
        readList(reader, value, attributeTypes.kvlist, depth);
        break;
      default:
        reader.skip(tag, anyValue);
    }
  }
  reader.leave(outer);
}

function readDelimited(reader: WireReader, value: FoundValue, type: number): void {
  reader.range();
  value.type = type;
  value.from = reader.from;
  value.to = reader.to;
}

function readNumber(reader: WireReader, value: FoundValue, type: number): void {
  if (type === attributeTypes.double) reader.fixed64();
  else reader.varint();
  value.type = type;
  value.from = reader.low;
  value.to = reader.high;
}

/** Walks through a list to check it; what is kept is its place. */
function readList(reader: WireReader, value: FoundValue, type: number, depth: number): void {
  if (depth === attributeDepthMax) {
    reader.fail(`an attribute is nested deeper than ${attributeDepthMax} levels`);
    return;
  }
  const outer = reader.enter();
  const from = reader.at;
  const to = reader.end;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag !== itemTag) reader.skip(tag, arrayValue);
    else if (type === attributeTypes.array) readValue(reader, value, depth + 1);
    else readKeyValue(reader, value, depth + 1);
  }
  reader.leave(outer);
  value.type = type;
  value.from = from;
  value.to = to;
}
