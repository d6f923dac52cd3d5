import { quotedLengthMax } from '../limits.ts';
import { anyValue } from '../messages/attributes.ts';
import type { Field, PackedKind, ScalarKind } from '../messages/message.ts';
import type { Uint64Parts } from '../wire/uint64-parts.ts';
import { readInt64, readUint64 } from './integers.ts';
import type { JsonKind, JsonScanner } from './scanner.ts';
import type { ProtoWriter } from './writer.ts';

/** Reads a value and writes the field; answers what was expected when it cannot become that field. */
type Transfer = (io: ScalarIo, field: Field, kind: JsonKind) => string | undefined;

export type ScalarIo = {
  readonly scanner: JsonScanner;
  readonly writer: ProtoWriter;
  readonly halves: Uint64Parts;
};

const wordsForDoubles = new Set(['NaN', 'Infinity', '-Infinity']);
const { stringValue: stringTag, doubleValue: doubleTag } = anyValue.tags;
const twoTo32 = 0x1_0000_0000;

/** Lenient: a number may be text, a text may be a number, as real clients send them. */
export const scalars: Readonly<Record<ScalarKind, Transfer>> = {
  text: (io, field, kind) => {
    readText(io.scanner, kind);
    const { from, to } = io.scanner;
    return from === to ? undefined : writeText(io, field.tag);
  },
  id: ({ scanner, writer }, field, kind) => {
    if (kind !== 'string') return readOther(scanner, kind, 'hex digits');
    scanner.string();
    const { bytes, from, to } = scanner;
    const digits = hexDigits(bytes, from, to);
    if (digits < 0 || digits % 2 === 1) return `hex digits, found ${quoted(scanner)}`;
    if (digits === 0) return undefined;
    writer.varint(field.tag);
    writer.varint(digits / 2);
    writeHex(writer, bytes, from, to);
    return undefined;
  },
  fixed64: (io, field, kind) => {
    const problem = readWhole(io, kind);
    if (problem !== undefined || isZero(io.halves)) return problem;
    io.writer.varint(field.tag);
    io.writer.fixed64(io.halves.low, io.halves.high);
    return undefined;
  },
  // Written even if zero: the member of a oneof that is set gives the type of the value.
  sfixed64: (io, field, kind) => {
    const problem = readSigned(io, kind);
    if (problem !== undefined) return problem;
    io.writer.varint(field.tag);
    io.writer.fixed64(io.halves.low, io.halves.high);
    return undefined;
  },
  sint32: (io, field, kind) => {
    const problem = readSigned(io, kind);
    if (problem !== undefined) return problem;
    const { low, high } = io.halves;
    if (high !== low >> 31) return `a number of 32 bits, found ${quoted(io.scanner)}`;
    io.writer.varint(field.tag);
    io.writer.varint((low << 1) ^ (low >> 31));
    return undefined;
  },
  uint32: (io, field, kind) => {
    const problem = readWhole(io, kind);
    if (problem !== undefined || io.halves.low === 0) return problem;
    io.writer.varint(field.tag);
    io.writer.varint(io.halves.low);
    return undefined;
  },
  flags: (io, field, kind) => {
    const problem = readWhole(io, kind);
    if (problem !== undefined || io.halves.low === 0) return problem;
    io.writer.varint(field.tag);
    io.writer.fixed32(io.halves.low);
    return undefined;
  },
  anyText: (io, field, kind) => {
    readText(io.scanner, kind);
    return writeText(io, field.tag);
  },
  anyBool: ({ scanner, writer }, field, kind) => {
    readText(scanner, kind);
    const word = kind === 'string' ? scanner.text() : kind;
    if (word !== 'true' && word !== 'false') return `true or false, found ${quoted(scanner)}`;
    writer.varint(field.tag);
    writer.byte(word === 'true' ? 1 : 0);
    return undefined;
  },
  anyInt: (io, field, kind) => {
    readText(io.scanner, kind);
    const { bytes, from, to } = io.scanner;
    // What is no 64-bit integer stays what it is: a number or a text.
    if (!readInt64(bytes, from, to, io.halves)) {
      return kind === 'number' ? writeDouble(io, doubleTag) : writeText(io, stringTag);
    }
    io.writer.varint(field.tag);
    io.writer.varint(io.halves.low, io.halves.high);
    return undefined;
  },
  anyDouble: (io, field, kind) => {
    const value = readDouble(io, kind);
    if (value === undefined) return `a number, found ${quoted(io.scanner)}`;
    io.writer.varint(field.tag);
    io.writer.double(value);
    return undefined;
  },
  anyBytes: ({ scanner, writer }, field, kind) => {
    if (kind !== 'string') return readOther(scanner, kind, 'base64');
    scanner.string();
    const bytes = Buffer.from(scanner.text(), 'base64');
    writer.varint(field.tag);
    writer.delimited(bytes, 0, bytes.length);
    return undefined;
  },
};

/** Writes one value of a packed list; answers what was expected when it cannot be one. */
export function writePacked(io: ScalarIo, of: PackedKind, kind: JsonKind): string | undefined {
  if (of === 'double') {
    const value = readDouble(io, kind);
    if (value === undefined) return `a number, found ${quoted(io.scanner)}`;
    io.writer.double(value);
    return undefined;
  }
  const problem = readWhole(io, kind);
  if (problem !== undefined) return problem;
  if (of === 'varint') io.writer.varint(io.halves.low, io.halves.high);
  else io.writer.fixed64(io.halves.low, io.halves.high);
  return undefined;
}

/** The number or name of an enum's value, 0 when there is none such. `kind`: string or number. */
export function readEnum(
  { scanner, halves }: ScalarIo,
  kind: JsonKind,
  values: ReadonlyMap<string, number>,
): number {
  readText(scanner, kind);
  if (readUint64(scanner.bytes, scanner.from, scanner.to, halves)) {
    return halves.high === 0 ? halves.low : 0;
  }
  const name = scanner.text().toUpperCase();
  return values.get(name.replace(/^(SPAN_KIND|STATUS_CODE|AGGREGATION_TEMPORALITY)_/, '')) ?? 0;
}

/** Reads a string, or anything else without parts by the text it is written with. */
function readText(scanner: JsonScanner, kind: JsonKind): void {
  if (kind === 'string') scanner.string();
  else if (kind === 'number') scanner.number();
  else scanner.literal();
}

/** The start of the text that was read last, for a reason. */
const quoted = (scanner: JsonScanner): string =>
  JSON.stringify(scanner.text().slice(0, quotedLengthMax));

function readOther(scanner: JsonScanner, kind: JsonKind, expected: string): string {
  readText(scanner, kind);
  return `${expected}, found ${quoted(scanner)}`;
}

function writeText({ scanner, writer }: ScalarIo, tag: number): undefined {
  writer.varint(tag);
  if (scanner.isEscaped) writer.text(scanner.text());
  else writer.delimited(scanner.bytes, scanner.from, scanner.to);
}

function writeDouble({ scanner, writer }: ScalarIo, tag: number): undefined {
  writer.varint(tag);
  writer.double(Number(scanner.text()));
}

/** A number, or its text; undefined when it is neither. */
function readDouble({ scanner }: ScalarIo, kind: JsonKind): number | undefined {
  readText(scanner, kind);
  if (kind === 'number') return Number(scanner.text());
  const text = scanner.text().trim();
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(value) && !wordsForDoubles.has(text) ? undefined : value;
}

/** A signed number into `halves`, also one that is written with a fraction or exponent and has none. */
function readSigned({ scanner, halves }: ScalarIo, kind: JsonKind): string | undefined {
  readText(scanner, kind);
  if (readInt64(scanner.bytes, scanner.from, scanner.to, halves)) return undefined;
  const value = kind === 'number' ? Number(scanner.text()) : Number.NaN;
  if (!Number.isSafeInteger(value)) return `a whole number, found ${quoted(scanner)}`;
  halves.low = value | 0;
  halves.high = Math.floor(value / twoTo32) | 0;
  return undefined;
}

/** A number ≥ 0 into `halves`; an empty text counts as zero, that is as absent. */
function readWhole({ scanner, halves }: ScalarIo, kind: JsonKind): string | undefined {
  readText(scanner, kind);
  const { bytes, from, to } = scanner;
  if (kind === 'string' && from === to) {
    halves.low = halves.high = 0;
    return undefined;
  }
  if (readUint64(bytes, from, to, halves)) return undefined;
  const value = kind === 'number' ? Math.floor(Number(scanner.text())) : -1;
  if (!(value >= 0 && value < twoTo32 * twoTo32)) {
    return `a whole number from 0 on, found ${quoted(scanner)}`;
  }
  halves.low = value | 0;
  halves.high = Math.floor(value / twoTo32) | 0;
  return undefined;
}

const isZero = ({ low, high }: Uint64Parts): boolean => low === 0 && high === 0;

const dash = 0x2d;

/** How many hex digits there are between dashes; -1 when something else is among them. */
function hexDigits(bytes: Uint8Array, from: number, to: number): number {
  let digits = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === dash) continue;
    if ((hexValues[byte] as number) < 0) return -1;
    digits++;
  }
  return digits;
}

function writeHex(writer: ProtoWriter, bytes: Uint8Array, from: number, to: number): void {
  let upper = -1;
  for (let at = from; at < to; at++) {
    const value = hexValues[bytes[at] as number] as number;
    if (value < 0) continue;
    if (upper < 0) upper = value;
    else {
      writer.byte(upper * 16 + value);
      upper = -1;
    }
  }
}

const hexValues = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(byte < 128 ? String.fromCharCode(byte).toLowerCase() : ' '),
);
