import { attributeTypes } from '../attribute-types.ts';
import { arrayValue, keyValueList } from '../messages/attributes.ts';
import { type AttributeSlots, newFoundValue, readKeyValue, readValue } from './attributes.ts';
import { WireReader } from './reader.ts';

const itemTag = arrayValue.tags.values;
const pairTag = keyValueList.tags.values;
const twoTo32 = 0x1_0000_0000;
const safeHighMax = 0x1f_ffff;
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

/**
 * Attributes as the text of an OTLP/JSON list of KeyValue; '' when there are none.
 *  bytes  the body in which `slots` were found
 */
export function attributesText(bytes: Uint8Array, slots: AttributeSlots): string {
  if (slots.count === 0) return '';
  const parts: string[] = [];
  for (let index = 0; index < slots.count; index++) {
    const key = utf8(bytes, slots.keyFrom(index), slots.keyTo(index));
    const value = valueText(bytes, slots.type(index), slots.valueFrom(index), slots.valueTo(index));
    parts.push(keyValueText(key, value));
  }
  return `[${parts.join(',')}]`;
}

/** A value that was found by `readValue`, as the text of an OTLP/JSON AnyValue. */
export function valueText(bytes: Uint8Array, type: number, from: number, to: number): string {
  switch (type) {
    case attributeTypes.string:
      return `{"stringValue":${JSON.stringify(utf8(bytes, from, to))}}`;
    case attributeTypes.bool:
      return `{"boolValue":${boolText(from, to)}}`;
    case attributeTypes.int:
      return `{"intValue":"${intText(from, to)}"}`;
    case attributeTypes.double:
      return `{"doubleValue":${jsonDouble(doubleText(from, to))}}`;
    case attributeTypes.array:
      return `{"arrayValue":{"values":[${itemTexts(bytes, from, to).join(',')}]}}`;
    case attributeTypes.kvlist:
      return `{"kvlistValue":{"values":[${pairTexts(bytes, from, to).join(',')}]}}`;
    case attributeTypes.bytes:
      return `{"bytesValue":"${base64Text(bytes, from, to)}"}`;
    default:
      return '{}';
  }
}

export const boolText = (low: number, high: number): 'true' | 'false' =>
  low === 0 && high === 0 ? 'false' : 'true';

/** Decimal text of a signed 64-bit integer. */
export function intText(low: number, high: number): string {
  if (high >>> 0 <= safeHighMax) return String((high >>> 0) * twoTo32 + (low >>> 0));
  return String((BigInt(high | 0) << 32n) | BigInt(low >>> 0));
}

/** The shortest text that gives the same double again; NaN, Infinity, -Infinity and -0 as such. */
export function doubleText(low: number, high: number): string {
  halves[0] = low;
  halves[1] = high;
  const value = double[0] as number;
  return Object.is(value, -0) ? '-0' : String(value);
}

export const base64Text = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('base64');

export const utf8 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');

// JSON has no words for the first three, and a reader that writes the fourth again loses its sign.
const jsonDouble = (text: string): string =>
  text === 'NaN' || text.endsWith('Infinity') || text === '-0' ? `"${text}"` : text;

const keyValueText = (key: string, value: string): string =>
  `{"key":${JSON.stringify(key)},"value":${value}}`;

function itemTexts(bytes: Uint8Array, from: number, to: number): string[] {
  const reader = new WireReader(bytes, from, to);
  const value = newFoundValue();
  const texts: string[] = [];
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag !== itemTag) {
      reader.skip(tag, arrayValue);
      continue;
    }
    readValue(reader, value, 0);
    texts.push(valueText(bytes, value.type, value.from, value.to));
  }
  return texts;
}

function pairTexts(bytes: Uint8Array, from: number, to: number): string[] {
  const reader = new WireReader(bytes, from, to);
  const value = newFoundValue();
  const texts: string[] = [];
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag !== pairTag) {
      reader.skip(tag, keyValueList);
      continue;
    }
    readKeyValue(reader, value, 0);
    const key = utf8(bytes, reader.from, reader.to);
    texts.push(keyValueText(key, valueText(bytes, value.type, value.from, value.to)));
  }
  return texts;
}
