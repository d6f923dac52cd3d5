import type { DictionaryColumn } from '../../columns/dictionary.ts';
import { attributeTypes } from '../attribute-types.ts';
import type { AttributeSlots } from '../wire/attributes.ts';

// The old and the new name of the semantic conventions.
const keys = ['http.status_code', 'http.response.status_code'];
const statusMax = 0xffff;

/** Returns a function: whether a key, by its index in `dictionary`, holds an HTTP status. */
export function httpStatusKeys(dictionary: DictionaryColumn): (key: number) => boolean {
  const [old = 0, current = 0] = keys.map(key => {
    const bytes = Buffer.from(key);
    return dictionary.intern(bytes, 0, bytes.length);
  });
  return key => key === old || key === current;
}

/** The status that an attribute holds as an integer or in digits; 0 when it is something else. */
export function httpStatusOf(bytes: Uint8Array, slots: AttributeSlots, index: number): number {
  const from = slots.valueFrom(index);
  const to = slots.valueTo(index);
  switch (slots.type(index)) {
    case attributeTypes.int:
      return to === 0 && from >= 0 && from <= statusMax ? from : 0;
    case attributeTypes.string:
      return digitsOf(bytes, from, to);
    default:
      return 0;
  }
}

function digitsOf(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
    if (value > statusMax) return 0;
  }
  return value;
}
