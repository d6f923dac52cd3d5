import { MalformedBody } from '../otlp/malformed-body.ts';

/** A place in code whose segment is looked for; lines and columns begin with 0. */
export type Needle = {
  readonly line: number;
  readonly column: number;
  /** The last segment of its line that begins at or before it. */
  found?: Segment;
};

/** Where the code of a segment comes from: indexes of a source and a name, and a place. A part that is missing is -1. */
export type Segment = {
  readonly column: number;
  readonly source: number;
  readonly line: number;
  readonly originalColumn: number;
  readonly name: number;
};

const comma = 0x2c;
const semicolon = 0x3b;
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Int8Array(256).fill(-1);
for (let digit = 0; digit < base64.length; digit++) digits[base64.charCodeAt(digit)] = digit;
/** A digit has five bits of a number, the lowest first; a larger one is followed by another. */
const digitBits = 5;
const digitMax = 31;
const shiftMax = 30;
const fieldsMax = 5;

/**
 * Finds the segments of places in mappings (ECMA-426, "mappings"), up to the last line that has one. All segments are walked,
 * because each is relative to the one before, and none is kept. Throws `MalformedBody` for what is no mappings.
 *  cost  O(bytes of mappings · log places)
 */
export function findSegments(mappings: Uint8Array, needles: readonly Needle[]): void {
  const lines = byLine(needles);
  const lastLine = needles.reduce((last, { line }) => Math.max(last, line), -1);
  const fields = new Fields();
  for (let at = 0, line = 0; line <= lastLine && at <= mappings.length; line++) {
    const wanted = lines.get(line) ?? [];
    fields.beginLine();
    let end: number | undefined;
    do {
      at = fields.read(mappings, at);
      if (fields.count > 0) offer(wanted, fields);
      end = mappings[at++];
    } while (end === comma);
    inherit(wanted);
  }
}

/** Whether mappings have a segment of which it is true. Throws `MalformedBody` for what is no mappings, as far as it is read. */
export function someSegment(
  mappings: Uint8Array,
  isIt: (segment: Pick<Segment, 'source' | 'line' | 'originalColumn'>) => boolean,
): boolean {
  const fields = new Fields();
  for (let at = 0; at <= mappings.length; ) {
    at = fields.read(mappings, at);
    const [, source = -1, line = -1, originalColumn = -1] = fields.values;
    if (fields.count > 1 && isIt({ source, line, originalColumn })) return true;
    if (mappings[at++] === semicolon) fields.beginLine();
  }
  return false;
}

/** The numbers of a segment. What is read is added to those of the segments before. */
class Fields {
  /** Column, source, line and column there, name. */
  readonly values = new Int32Array(fieldsMax);
  /** How many of them the last segment has. */
  count = 0;

  /** Each line begins at column 0. */
  beginLine(): void {
    this.values[0] = 0;
  }

  /** Reads one segment, which may be empty; gives the place of what ends it. */
  read(mappings: Uint8Array, from: number): number {
    this.count = 0;
    let at = from;
    while (!isEnd(mappings[at])) at = this.#number(mappings, at);
    if (this.count === 2 || this.count === 3) throw malformed(at);
    return at;
  }

  #number(mappings: Uint8Array, from: number): number {
    if (this.count === fieldsMax) throw malformed(from);
    let value = 0;
    for (let at = from, shift = 0; shift <= shiftMax; at++, shift += digitBits) {
      const digit = digits[mappings[at] ?? 0] ?? -1;
      if (digit < 0) throw malformed(at);
      value |= (digit & digitMax) << shift;
      if (digit > digitMax) continue;
      const sum = (this.values[this.count] ?? 0) + (value & 1 ? -(value >>> 1) : value >>> 1);
      this.values[this.count++] = sum;
      return at + 1;
    }
    throw malformed(from);
  }
}

const isEnd = (byte: number | undefined): boolean =>
  byte === comma || byte === semicolon || byte === undefined;

const malformed = (at: number): MalformedBody =>
  new MalformedBody(`expected mappings in base 64 VLQ, found something else at byte ${at}`);

/** Those of each line, by column. */
function byLine(needles: readonly Needle[]): ReadonlyMap<number, Needle[]> {
  const lines = new Map<number, Needle[]>();
  for (const needle of needles) {
    const same = lines.get(needle.line);
    if (same === undefined) lines.set(needle.line, [needle]);
    else same.push(needle);
  }
  for (const same of lines.values()) same.sort((left, right) => left.column - right.column);
  return lines;
}

/** Gives a segment to the first needle at or after it, unless that has a nearer one. */
function offer(needles: readonly Needle[], { values, count }: Fields): void {
  const [column = 0, source = -1, line = -1, originalColumn = -1, name = -1] = values;
  let low = 0;
  for (let high = needles.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((needles[middle]?.column ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  const needle = needles[low];
  if (needle === undefined || (needle.found?.column ?? -1) > column) return;
  needle.found =
    count === 1
      ? { column, source: -1, line: -1, originalColumn: -1, name: -1 }
      : { column, source, line, originalColumn, name: count === fieldsMax ? name : -1 };
}

/** What lies between two needles is the nearest of both when nothing lies between them. */
function inherit(needles: readonly Needle[]): void {
  let nearest: Segment | undefined;
  for (const needle of needles) {
    if (needle.found === undefined && nearest !== undefined) needle.found = nearest;
    nearest = needle.found;
  }
}
