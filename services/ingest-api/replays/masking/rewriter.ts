/** Bytes that another value may take more than what it takes the place of; beyond them, stars are written. */
const growthBytesMax = 1024 * 1024;

const star = 0x2a;
const backslash = 0x5c;

/**
 * Writes JSON again with other values in some places, from its begin to its end. What has no other value is copied byte for byte,
 * and nothing is copied before something changes. The result is never longer than `bytesMax`.
 */
export class Rewriter {
  readonly bytes: Uint8Array;
  readonly #room: number;
  #out: Buffer | undefined;
  #written = 0;
  #copied = 0;

  constructor(bytes: Uint8Array, bytesMax: number) {
    this.bytes = bytes;
    this.#room = bytes.length + Math.max(0, Math.min(growthBytesMax, bytesMax - bytes.length));
  }

  /** Puts a value in the place of another one; the shortest one where there is no room for it. */
  replaceValue(from: number, to: number, json: string): void {
    if (this.#hasRoom(from, to, json)) this.#put(from, to, json);
    else this.#put(from, to, to - from < 2 ? '0' : '""');
  }

  /** Puts a text in the place of a part of a string; stars where there is no room for it. */
  replaceText(from: number, to: number, text: string): void {
    const json = JSON.stringify(text).slice(1, -1);
    if (this.#hasRoom(from, to, json)) this.#put(from, to, json);
    else this.stars(from, to);
  }

  /** Puts a star in the place of each character of a string between its quotes; white space stays. */
  stars(from: number, to: number): void {
    const out = this.#upTo(from);
    for (let at = from; at < to; ) {
      const byte = this.bytes[at] as number;
      const next = at + lengthAt(this.bytes, at);
      if (isBlank(this.bytes, at)) {
        for (; at < next; at++) out[this.#written++] = this.bytes[at] as number;
      } else if (byte < 0x80 || byte >= 0xc0) out[this.#written++] = star;
      at = next;
    }
    this.#copied = to;
  }

  /** Undefined when nothing changed. */
  finish(): Buffer<ArrayBuffer> | undefined {
    if (this.#out === undefined) return undefined;
    const out = this.#upTo(this.bytes.length);
    return out.subarray(0, this.#written) as Buffer<ArrayBuffer>;
  }

  #hasRoom(from: number, to: number, json: string): boolean {
    const before = this.#written + from - this.#copied;
    return before + Buffer.byteLength(json) + this.bytes.length - to <= this.#room;
  }

  #put(from: number, to: number, json: string): void {
    const out = this.#upTo(from);
    this.#written += out.write(json, this.#written);
    this.#copied = to;
  }

  #upTo(from: number): Buffer {
    this.#out ??= Buffer.allocUnsafeSlow(this.#room);
    this.#out.set(this.bytes.subarray(this.#copied, from), this.#written);
    this.#written += from - this.#copied;
    this.#copied = from;
    return this.#out;
  }
}

/** Of the character of a string that begins there, with its escape. */
export function lengthAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number;
  if (byte === backslash) return bytes[at + 1] === 0x75 ? 6 : 2;
  if (byte < 0xc0) return 1;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** White space as HTML knows it: blanks, tabs and ends of lines. */
const isBlank = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x20 || (bytes[at] === backslash && blankEscapes.has(bytes[at + 1] as number));

const blankEscapes = new Set(Buffer.from('nrtf'));
