import protobuf from 'protobufjs';
import type { Json } from '../../schemas/json.ts';
import { otlpTypes } from './schema.ts';

type Fields = { [name: string]: Json };

export type DecodedAsFar = {
  /** What was read before the problem, with the names of OTLP/JSON; ids in hexadecimal. */
  readonly value: Fields;
  /** What stood in the way of the rest. */
  readonly problem?: string;
};

type Progress = { problem: string | undefined; depth: number };

/** Messages inside of each other; values may nest as deep as a sender likes. */
const depthMax = 100;

/**
 * For people who look at a body that could not be taken: everything that comes before the first
 * broken byte. Makes an object of every message, so the caller bounds the bytes.
 */
export function decodePartial(messageName: string, bytes: Uint8Array): DecodedAsFar {
  const progress: Progress = { problem: undefined, depth: 0 };
  const value = message(otlpTypes().lookupType(messageName), bytes, progress);
  return progress.problem === undefined ? { value } : { value, problem: progress.problem };
}

function message(type: protobuf.Type, bytes: Uint8Array, progress: Progress): Fields {
  const reader = protobuf.Reader.create(bytes);
  const fields: Fields = {};
  while (reader.pos < reader.len && progress.problem === undefined) {
    const at = reader.pos;
    try {
      readField(type, reader, fields, progress);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      progress.problem = `${type.name} breaks at its byte ${at} of ${bytes.length}: ${why}`;
    }
  }
  return fields;
}

function inner(type: protobuf.Type, bytes: Uint8Array, progress: Progress): Fields {
  if (progress.depth === depthMax) throw new Error(`more than ${depthMax} messages in each other`);
  progress.depth++;
  const fields = message(type, bytes, progress);
  progress.depth--;
  return fields;
}

function readField(
  type: protobuf.Type,
  reader: protobuf.Reader,
  fields: Fields,
  progress: Progress,
): void {
  const tag = reader.uint32();
  const field = type.fieldsById[tag >>> 3];
  if (field === undefined) {
    reader.skipType(tag & 7);
    return;
  }
  const values = readValues(field, tag & 7, reader, progress);
  if (!field.repeated) Object.assign(fields, { [field.name]: values.at(-1) ?? null });
  else {
    const known = fields[field.name];
    fields[field.name] = [...(Array.isArray(known) ? known : []), ...values];
  }
}

const delimited = 2;

function readValues(
  field: protobuf.Field,
  wireType: number,
  reader: protobuf.Reader,
  progress: Progress,
): Json[] {
  const { resolvedType } = field;
  if (resolvedType instanceof protobuf.Type) {
    return [inner(resolvedType, reader.bytes(), progress)];
  }
  if (resolvedType instanceof protobuf.Enum) {
    const number = reader.int32();
    return [resolvedType.valuesById[number] ?? number];
  }
  const isPacked = field.repeated && wireType === delimited && !unpackable.has(field.type);
  if (!isPacked) return [scalar(field, reader)];
  const values: Json[] = [];
  for (const end = reader.uint32() + reader.pos; reader.pos < end; ) {
    values.push(scalar(field, reader));
  }
  return values;
}

const unpackable = new Set(['string', 'bytes']);
const ids = /(?:^|_)id$|Id$/u;

function scalar({ type, name }: protobuf.Field, reader: protobuf.Reader): Json {
  switch (type) {
    case 'string':
      return reader.string();
    case 'bytes':
      return Buffer.from(reader.bytes()).toString(ids.test(name) ? 'hex' : 'base64');
    case 'bool':
      return reader.bool();
    case 'double':
      return finite(reader.double());
    case 'float':
      return finite(reader.float());
    case 'fixed32':
      return reader.fixed32();
    case 'uint32':
      return reader.uint32();
    case 'int32':
      return reader.int32();
    case 'sint32':
      return reader.sint32();
    case 'fixed64':
      return String(reader.fixed64());
    case 'sfixed64':
      return String(reader.sfixed64());
    case 'int64':
      return String(reader.int64());
    case 'uint64':
      return String(reader.uint64());
    default:
      throw new Error(`expected a type of OTLP, found ${type}`);
  }
}

/** JSON has no words for the others. */
const finite = (value: number): Json => (Number.isFinite(value) ? value : String(value));
