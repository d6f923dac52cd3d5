import type { Json } from '../../schemas/json.ts';
import { attributeTypes } from './attribute-types.ts';

/** OTLP/JSON as we write it ourselves: at most one member is set. */
export type AnyValue = {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  /** Decimal text. */
  readonly intValue?: string;
  /** NaN, Infinity, -Infinity and -0 are texts: no number that JSON can hold gives them again. */
  readonly doubleValue?: number | string;
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
  readonly kvlistValue?: { readonly values: readonly KeyValue[] };
  /** Base64. */
  readonly bytesValue?: string;
};

export type KeyValue = { readonly key: string; readonly value: AnyValue };

/**
 * The columns `attributes.key`, `.type` and `.value` of one row as a plain object. Integers past
 * 2^53 and the doubles that JSON has no words for become texts, bytes base64, an empty value null.
 */
export const attributesToJson = (
  keys: readonly string[],
  types: readonly number[],
  values: readonly string[],
): Record<string, Json> => otlpToJson(attributesToOtlp(keys, types, values));

/** The same as the list of KeyValue that was sent, without loss. */
export const attributesToOtlp = (
  keys: readonly string[],
  types: readonly number[],
  values: readonly string[],
): KeyValue[] =>
  keys.map((key, index) => ({ key, value: valueToOtlp(types[index], values[index] ?? '') }));

/** A text of `events.attributes` or `links.attributes` as a plain object. */
export const attributeTextToJson = (text: string): Record<string, Json> =>
  otlpToJson(attributeTextToOtlp(text));

/** The same as the list of KeyValue that was sent. */
export const attributeTextToOtlp = (text: string): KeyValue[] =>
  text === '' ? [] : (JSON.parse(text) as KeyValue[]);

const wordsForDoubles = new Set(['NaN', 'Infinity', '-Infinity', '-0']);

function valueToOtlp(type: number | undefined, value: string): AnyValue {
  switch (type) {
    case attributeTypes.string:
      return { stringValue: value };
    case attributeTypes.bool:
      return { boolValue: value === 'true' };
    case attributeTypes.int:
      return { intValue: value };
    case attributeTypes.double:
      return { doubleValue: wordsForDoubles.has(value) ? value : Number(value) };
    case attributeTypes.array:
    case attributeTypes.kvlist:
      return JSON.parse(value) as AnyValue;
    case attributeTypes.bytes:
      return { bytesValue: value };
    case attributeTypes.empty:
      return {};
    default:
      throw new Error(`expected an attribute type from 0 to 7, found ${type}`);
  }
}

/** A list of KeyValue as a plain object, as `attributesToJson`. */
// fromEntries defines properties, so a key named __proto__ is only a key.
export const otlpToJson = (pairs: readonly KeyValue[]): Record<string, Json> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, valueToJson(value)]));

function valueToJson(value: AnyValue): Json {
  if (value.intValue !== undefined) return integerToJson(value.intValue);
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(valueToJson);
  if (value.kvlistValue !== undefined) return otlpToJson(value.kvlistValue.values);
  if (value.doubleValue === '-0') return 0;
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? value.bytesValue ?? null;
}

function integerToJson(text: string): Json {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}
