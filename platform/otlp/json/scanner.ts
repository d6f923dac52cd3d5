import { jsonStart } from '../../json-start.ts';
import { jsonDepthMax } from '../limits.ts';
import { MalformedBody } from '../malformed-body.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

export type JsonMark = { readonly at: number; readonly depth: number };

/**
 * Reads JSON (RFC 8259) from bytes, value by value, and makes no object of it: JSON.parse of a
 * hostile body of 50 MB takes a gigabyte. Throws MalformedBody with the place of the first error.
 */
export class JsonScanner {
  readonly bytes: Uint8Array;
  readonly #depthMax: number;
  #at = 0;
  #depth = 0;
  /** The last string (without its quotes) or number. */
  from = 0;
  to = 0;
  /** Whether the last string holds escapes. */
  isEscaped = false;
  /** Whether the last number is written without fraction and exponent. */
  isWhole = false;

  constructor(bytes: Uint8Array, depthMax = jsonDepthMax) {
    this.bytes = bytes;
    this.#depthMax = depthMax;
    this.#at = jsonStart(bytes);
  }

  /** What comes next, without reading it. */
  peek(): JsonKind {
    const byte = this.#next();
    switch (byte) {
      case openBrace:
        return 'object';
      case openBracket:
        return 'array';
      case quote:
        return 'string';
      case 0x74:
        return 'true';
      case 0x66:
        return 'false';
      case 0x6e:
        return 'null';
      default:
        if (byte !== 0x2d && !isDigit(byte)) throw this.#error('a value');
        return 'number';
    }
  }

  /** Where the next byte lies; after `peek`, that of the value. */
  place(): number {
    return this.#at;
  }

  /** Where the scanner is, to read on from there once more. */
  mark(): JsonMark {
    return { at: this.#at, depth: this.#depth };
  }

  goTo({ at, depth }: JsonMark): void {
    this.#at = at;
    this.#depth = depth;
  }

  /** Goes into an object or array that `peek` saw. */
  enter(): void {
    this.#at++;
    if (++this.#depth > this.#depthMax) throw this.#error(`at most ${this.#depthMax} levels`);
  }

  /** Reads up to the next member's value; its key is then the last string. False at the object's end. */
  nextMember(isFirst: boolean): boolean {
    if (!this.#nextItem(isFirst, closeBrace)) return false;
    if (this.#next() !== quote) throw this.#error('a key');
    this.string();
    if (this.#next() !== colon) throw this.#error("':'");
    this.#at++;
    return true;
  }

  /** Reads up to the next value of an array. False at its end. */
  nextElement(isFirst: boolean): boolean {
    return this.#nextItem(isFirst, closeBracket);
  }

  string(): void {
    const { bytes } = this;
    let at = this.#at + 1;
    this.from = at;
    this.isEscaped = false;
    for (;;) {
      while (isPlain[bytes[at] as number]) at++;
      const byte = bytes[at];
      if (byte === quote) break;
      if (byte !== backslash) throw this.#errorAt(at, "a character or '\"'");
      at = this.#escape(at) + 1;
    }
    this.to = at;
    this.#at = at + 1;
  }

  number(): void {
    this.from = this.#at;
    this.isEscaped = false;
    this.isWhole = true;
    if (this.bytes[this.#at] === 0x2d) this.#at++;
    if (this.bytes[this.#at] === 0x30) this.#at++;
    else this.#digits();
    if (this.bytes[this.#at] === 0x2e) {
      this.#at++;
      this.#digits();
      this.isWhole = false;
    }
    const exponent = this.bytes[this.#at];
    if (exponent === 0x65 || exponent === 0x45) {
      this.#at++;
      const sign = this.bytes[this.#at];
      if (sign === 0x2b || sign === 0x2d) this.#at++;
      this.#digits();
      this.isWhole = false;
    }
    this.to = this.#at;
  }

  /** `true`, `false` or `null`; `from` and `to` are its text. */
  literal(): void {
    this.from = this.#at;
    this.isEscaped = false;
    const kind = this.peek();
    if (kind === 'true' || kind === 'false' || kind === 'null') this.word(kind);
    this.to = this.#at;
  }

  word(expected: 'true' | 'false' | 'null'): void {
    for (let index = 0; index < expected.length; index++) {
      if (this.bytes[this.#at + index] !== expected.charCodeAt(index)) throw this.#error(expected);
    }
    this.#at += expected.length;
  }

  /** Passes over one value of any kind. */
  skip(): void {
    const kind = this.peek();
    switch (kind) {
      case 'object':
        this.enter();
        for (let isFirst = true; this.nextMember(isFirst); isFirst = false) this.skip();
        break;
      case 'array':
        this.enter();
        for (let isFirst = true; this.nextElement(isFirst); isFirst = false) this.skip();
        break;
      case 'string':
        this.string();
        break;
      case 'number':
        this.number();
        break;
      case 'true':
      case 'false':
      case 'null':
        this.word(kind);
    }
  }

  /** Nothing but white space may be left. */
  finish(): void {
    if (this.#next() !== undefined) throw this.#error('the end');
  }

  /** The last string or number as text. */
  text(): string {
    if (this.isEscaped) return JSON.parse(this.#raw(this.from - 1, this.to + 1)) as string;
    return this.#raw(this.from, this.to);
  }

  #raw(from: number, to: number): string {
    const { buffer, byteOffset } = this.bytes;
    return Buffer.from(buffer, byteOffset + from, to - from).toString('utf8');
  }

  #nextItem(isFirst: boolean, close: number): boolean {
    const byte = this.#next();
    if (byte === close) {
      this.#at++;
      this.#depth--;
      return false;
    }
    if (isFirst) return true;
    if (byte !== comma) throw this.#error("','");
    this.#at++;
    if (this.#next() === close) throw this.#error('a value');
    return true;
  }

  /** The next byte that is no white space, not yet read. */
  #next(): number | undefined {
    let byte = this.bytes[this.#at];
    if (byte !== undefined && byte > 0x20) return byte;
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      byte = this.bytes[++this.#at];
    }
    return byte;
  }

  /** Checks the escape at a backslash; answers the place of its last byte. */
  #escape(at: number): number {
    this.isEscaped = true;
    const byte = this.bytes[at + 1];
    if (byte === 0x75) {
      for (let digit = at + 2; digit < at + 6; digit++) {
        if (!isHexDigit(this.bytes[digit])) throw this.#errorAt(digit, 'a hex digit');
      }
      return at + 5;
    }
    if (byte === undefined || !escapes.has(byte)) throw this.#errorAt(at + 1, 'an escape');
    return at + 1;
  }

  #digits(): void {
    if (!isDigit(this.bytes[this.#at])) throw this.#error('a digit');
    while (isDigit(this.bytes[this.#at])) this.#at++;
  }

  #errorAt(at: number, expected: string): MalformedBody {
    this.#at = at;
    return this.#error(expected);
  }

  #error(expected: string): MalformedBody {
    const byte = this.bytes[this.#at];
    const found = byte === undefined ? 'the end' : JSON.stringify(String.fromCharCode(byte));
    return new MalformedBody(
      `expected ${expected} at byte ${this.#at} of the JSON, found ${found}`,
    );
  }
}

/** By byte: 1 for what may stand in a string and ends nothing. Past the end of the body there is no 1. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== quote && byte !== backslash ? 1 : 0,
);

const escapes = new Set(Buffer.from('"\\/bfnrt'));

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

const isHexDigit = (byte: number | undefined): boolean =>
  isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
