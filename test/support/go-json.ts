/**
 * Decodes as Go's encoding/json does into a struct, and is stricter in one thing: Go leaves a field
 * alone that is null, so that null where no pointer waits for it goes unnoticed and means zero.
 */
export type GoType =
  | 'string'
  | 'bool'
  | 'int'
  | 'float64'
  | 'time'
  | { readonly pointer: GoType }
  | { readonly slice: GoType }
  | { readonly struct: GoStruct };

/** Fields by the name in their tag; unknown ones are ignored, missing ones only where `?` ends the name. */
export type GoStruct = { readonly [field: string]: GoType };

/** The first thing that Go would refuse, as a sentence; undefined when it decodes. */
export function goFault(text: string, type: GoType): string | undefined {
  try {
    check(parse(text), type, '');
    return undefined;
  } catch (error) {
    if (error instanceof GoFault) return error.message;
    throw error;
  }
}

class GoFault extends Error {
  override readonly name = 'GoFault';
}

/** A number as it was written: `1.0` is no integer to Go, though to JavaScript it is one. */
class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const numberKey = '\u0000number';

const parse = (text: string): unknown =>
  JSON.parse(
    text.replace(tokens, token =>
      token.startsWith('"') ? token : JSON.stringify({ [numberKey]: token }),
    ),
    (_, value) =>
      typeof value === 'object' && value !== null && numberKey in value
        ? new NumberText(String(value[numberKey]))
        : value,
  );

function check(value: unknown, type: GoType, path: string): void {
  if (typeof type === 'string') checkScalar(value, type, path);
  else if ('pointer' in type) {
    if (value !== null) check(value, type.pointer, path);
  } else if ('slice' in type) {
    if (!Array.isArray(value)) throw refused(value, 'a slice', path);
    value.forEach((item, index) => {
      check(item, type.slice, `${path}[${index}]`);
    });
  } else checkStruct(value, type.struct, path);
}

function checkStruct(value: unknown, struct: GoStruct, path: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refused(value, 'a struct', path);
  }
  if (value instanceof NumberText) throw refused(value, 'a struct', path);
  const found = Object.entries(value);
  for (const [name, type] of Object.entries(struct)) {
    const field = name.replace('?', '');
    // Go takes a name in any case for the field, and the last that it meets.
    const same = found.filter(([key]) => key.toLowerCase() === field);
    for (const [key, item] of same) check(item, type, `${path}.${key}`);
    const isThere = same.some(([key]) => key === field) || field !== name;
    if (!isThere) throw new GoFault(`expected the field ${path}.${field}, found none`);
  }
}

const int64Max = 2n ** 63n - 1n;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function checkScalar(value: unknown, type: string, path: string): void {
  if (!isScalar(value, type)) throw refused(value, type, path);
}

function isScalar(value: unknown, type: string): boolean {
  switch (type) {
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return value instanceof NumberText && isInt64(value.text);
    case 'float64':
      return value instanceof NumberText && Number.isFinite(Number(value.text));
    case 'time':
      return typeof value === 'string' && rfc3339.test(value) && !Number.isNaN(Date.parse(value));
    default:
      return typeof value === 'string';
  }
}

const isInt64 = (text: string): boolean => {
  if (!/^-?\d+$/.test(text)) return false;
  const value = BigInt(text);
  return value <= int64Max && value >= -int64Max - 1n;
};

const refused = (value: unknown, type: string, path: string): GoFault => {
  const found = value instanceof NumberText ? `number ${value.text}` : JSON.stringify(value);
  return new GoFault(`cannot unmarshal ${found} into field ${path || '(all)'} of type ${type}`);
};
