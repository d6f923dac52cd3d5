import { NameTable } from './names.ts';

/** How a value without parts is read and written. The kinds named any… are members of AnyValue. */
export type ScalarKind =
  | ('text' | 'id' | 'fixed64' | 'sfixed64' | 'uint32' | 'sint32' | 'flags')
  | ('anyText' | 'anyBool' | 'anyInt' | 'anyDouble' | 'anyBytes');

/** How the values of a packed list are written. */
export type PackedKind = 'fixed64' | 'double' | 'varint';

type Shape =
  | { readonly kind: 'message' | 'messages' | 'items'; readonly message: () => Message }
  | { readonly kind: 'packed'; readonly of: PackedKind }
  | { readonly kind: 'enum'; readonly values: ReadonlyMap<string, number> }
  | { readonly kind: ScalarKind };

/** A field of a message: how a JSON value becomes it, and its tag on the wire. */
export type Field = { readonly name: string; readonly tag: number } & Shape;

/** The fields of a message by their names in JSON, lowerCamelCase or snake_case. */
export type Message = NameTable<Field>;

const wireTypes: Readonly<Record<Shape['kind'], number>> = {
  message: 2,
  messages: 2,
  items: 2,
  packed: 2,
  text: 2,
  id: 2,
  anyText: 2,
  anyBytes: 2,
  enum: 0,
  uint32: 0,
  sint32: 0,
  anyBool: 0,
  anyInt: 0,
  flags: 5,
  fixed64: 1,
  sfixed64: 1,
  anyDouble: 1,
};

export const anyTags = { text: 0x0a, int: 0x18, double: 0x21 } as const;

const kinds = new Map(
  ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map(
    (name, value) => [name, value] as const,
  ),
);
const codes = new Map(['UNSET', 'OK', 'ERROR'].map((name, value) => [name, value] as const));

export const message = (
  name: string,
  number: number,
  of: () => Message,
  kind: 'message' | 'messages' | 'items' = 'message',
): Field => ({ name, tag: tagOf(number, kind), kind, message: of });

export const messages = (name: string, number: number, of: () => Message): Field =>
  message(name, number, of, 'messages');

export const scalar = (name: string, number: number, kind: ScalarKind): Field => ({
  name,
  tag: tagOf(number, kind),
  kind,
});

export const tagOf = (number: number, kind: Shape['kind']): number => number * 8 + wireTypes[kind];

export const table = (fields: readonly Field[]): Message =>
  new NameTable(
    new Map(
      fields.flatMap(field => [
        [snakeCase(field.name), field] as const,
        [field.name, field] as const,
      ]),
    ),
  );

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const anyValue = table([
  scalar('stringValue', 1, 'anyText'),
  scalar('boolValue', 2, 'anyBool'),
  scalar('intValue', 3, 'anyInt'),
  scalar('doubleValue', 4, 'anyDouble'),
  message('arrayValue', 5, () => arrayValue),
  message('kvlistValue', 6, () => keyValueList),
  scalar('bytesValue', 7, 'anyBytes'),
]);

export const keyValue = table([scalar('key', 1, 'text'), message('value', 2, () => anyValue)]);
const arrayValue = table([messages('values', 1, () => anyValue)]);
const keyValueList = table([messages('values', 1, () => keyValue)]);

export const resource = table([
  messages('attributes', 1, () => keyValue),
  scalar('droppedAttributesCount', 2, 'uint32'),
]);

export const scope = table([
  scalar('name', 1, 'text'),
  scalar('version', 2, 'text'),
  messages('attributes', 3, () => keyValue),
  scalar('droppedAttributesCount', 4, 'uint32'),
]);

const event = table([
  scalar('timeUnixNano', 1, 'fixed64'),
  scalar('name', 2, 'text'),
  messages('attributes', 3, () => keyValue),
  scalar('droppedAttributesCount', 4, 'uint32'),
]);

const link = table([
  scalar('traceId', 1, 'id'),
  scalar('spanId', 2, 'id'),
  scalar('traceState', 3, 'text'),
  messages('attributes', 4, () => keyValue),
  scalar('droppedAttributesCount', 5, 'uint32'),
  scalar('flags', 6, 'flags'),
]);

const status = table([
  scalar('message', 2, 'text'),
  { name: 'code', tag: tagOf(3, 'enum'), kind: 'enum', values: codes },
]);

const span = table([
  scalar('traceId', 1, 'id'),
  scalar('spanId', 2, 'id'),
  scalar('traceState', 3, 'text'),
  scalar('parentSpanId', 4, 'id'),
  scalar('name', 5, 'text'),
  { name: 'kind', tag: tagOf(6, 'enum'), kind: 'enum', values: kinds },
  scalar('startTimeUnixNano', 7, 'fixed64'),
  scalar('endTimeUnixNano', 8, 'fixed64'),
  messages('attributes', 9, () => keyValue),
  scalar('droppedAttributesCount', 10, 'uint32'),
  messages('events', 11, () => event),
  scalar('droppedEventsCount', 12, 'uint32'),
  messages('links', 13, () => link),
  scalar('droppedLinksCount', 14, 'uint32'),
  message('status', 15, () => status),
  scalar('flags', 16, 'flags'),
]);

const scopeSpans = table([
  message('scope', 1, () => scope),
  message('spans', 2, () => span, 'items'),
  scalar('schemaUrl', 3, 'text'),
]);

const resourceSpans = table([
  message('resource', 1, () => resource),
  messages('scopeSpans', 2, () => scopeSpans),
  scalar('schemaUrl', 3, 'text'),
]);

/** ExportTraceServiceRequest. */
export const traceRequest = table([messages('resourceSpans', 1, () => resourceSpans)]);
