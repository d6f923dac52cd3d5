import { NameTable } from '../json/names.ts';
import { wireTypes } from './wire-types.ts';

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
export type Field<Name extends string = string> = {
  readonly name: Name;
  readonly tag: number;
} & Shape;

type Tags<Name extends string> = Readonly<Record<Name, number>>;

/** The first and last number of the fields that the decoder reads of a message. */
export type KnownNumbers = { readonly first: number; readonly last: number };

/** A message of OTLP, described once for the decoder and for both transcoders. */
export type Message<Name extends string = string> = KnownNumbers & {
  /** The fields by their names in JSON, lowerCamelCase or snake_case. */
  readonly names: NameTable<Field>;
  readonly tags: Tags<Name>;
  /** The same, but of the lists that are packed the tags that single values have. */
  readonly singleTags: Tags<Name>;
};

const wireTypesOfKinds: Readonly<Record<Exclude<Shape['kind'], 'packed'> | PackedKind, number>> = {
  message: wireTypes.delimited,
  messages: wireTypes.delimited,
  items: wireTypes.delimited,
  text: wireTypes.delimited,
  id: wireTypes.delimited,
  anyText: wireTypes.delimited,
  anyBytes: wireTypes.delimited,
  enum: wireTypes.varint,
  uint32: wireTypes.varint,
  sint32: wireTypes.varint,
  anyBool: wireTypes.varint,
  anyInt: wireTypes.varint,
  varint: wireTypes.varint,
  flags: wireTypes.fixed32,
  fixed64: wireTypes.fixed64,
  sfixed64: wireTypes.fixed64,
  anyDouble: wireTypes.fixed64,
  double: wireTypes.fixed64,
};

/**
 * A message by its fields.
 *  first  the lowest number that is ours; lower ones are passed over
 */
export function table<Name extends string>(
  fields: readonly Field<Name>[],
  { first = 1 } = {},
): Message<Name> {
  return {
    names: namesOf(fields),
    tags: tagsOf(fields, ({ tag }) => tag),
    singleTags: tagsOf(fields, singleTag),
    first,
    last: Math.max(...fields.map(({ tag }) => tag >>> 3)),
  };
}

export const message = <Name extends string>(
  name: Name,
  number: number,
  of: () => Message,
  kind: 'message' | 'messages' | 'items' = 'message',
): Field<Name> => ({ name, tag: tagOf(number, wireTypes.delimited), kind, message: of });

export const messages = <Name extends string>(
  name: Name,
  number: number,
  of: () => Message,
): Field<Name> => message(name, number, of, 'messages');

export const scalar = <Name extends string>(
  name: Name,
  number: number,
  kind: ScalarKind,
): Field<Name> => ({ name, tag: tagOf(number, wireTypesOfKinds[kind]), kind });

export const packed = <Name extends string>(
  name: Name,
  number: number,
  of: PackedKind,
): Field<Name> => ({ name, tag: tagOf(number, wireTypes.delimited), kind: 'packed', of });

export const enumeration = <Name extends string>(
  name: Name,
  number: number,
  values: ReadonlyMap<string, number>,
): Field<Name> => ({ name, tag: tagOf(number, wireTypes.varint), kind: 'enum', values });

const tagOf = (number: number, wireType: number): number => number * 8 + wireType;

const singleTag = (field: Field): number =>
  field.kind === 'packed' ? tagOf(field.tag >>> 3, wireTypesOfKinds[field.of]) : field.tag;

const tagsOf = <Name extends string>(
  fields: readonly Field<Name>[],
  tagOfField: (field: Field<Name>) => number,
): Tags<Name> =>
  Object.fromEntries(fields.map(field => [field.name, tagOfField(field)])) as Tags<Name>;

const namesOf = (fields: readonly Field[]): NameTable<Field> =>
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
