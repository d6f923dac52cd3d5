/** What fits beside numbers into lmdb's 1,978 bytes; a NUL counts twice. */
export const textKeyBytesMax = 1_500;

export const numberKeyBytes = 8;

const terminator = '\0\0';
const escapedNul = '\0\x01';

/**
 * Text as the beginning of a key: it sorts by its UTF-8 bytes before what follows, and no text is
 * the beginning of another, because it ends in two NULs and a NUL in it is never followed by one.
 */
export const textKey = (text: string): Buffer => textKeyBetween(0, text, 0);

/**
 * Whether a text can be a key, or the beginning of one. Nothing is stored under any other text, so a
 * read by one finds nothing; only a write by one is an error.
 */
export const fitsKey = (text: string): boolean =>
  text.isWellFormed() && Buffer.byteLength(escapedText(text)) <= textKeyBytesMax;

/** The same with room before and after it, of any content, in one piece: keys are made very often. */
export function textKeyBetween(before: number, text: string, after: number): Buffer {
  if (!text.isWellFormed())
    throw new Error(`expected a key of whole characters, got half a pair in ${shortened(text)}`);
  const escaped = escapedText(text);
  const bytes = Buffer.byteLength(escaped);
  if (bytes > textKeyBytesMax)
    throw new Error(
      `expected a key of at most ${textKeyBytesMax} bytes, got ${bytes}: ${shortened(text)}`,
    );
  const key = Buffer.allocUnsafe(before + bytes + terminator.length + after);
  key.write(escaped, before);
  key.write(terminator, before + bytes);
  return key;
}

const escapedText = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', escapedNul) : text;

/** The text at `start` of a key, and where its terminator ends. */
export function textInKey(key: Buffer, start: number): { text: string; end: number } {
  const end = key.indexOf(terminator, start);
  const text = key.toString('utf8', start, end).replaceAll(escapedNul, '\0');
  return { text, end: end + terminator.length };
}

/** The beginning that all texts with this beginning share. */
export function textKeyPrefix(text: string): Buffer {
  const key = textKey(text);
  return key.subarray(0, key.length - terminator.length);
}

/** A whole number from 0 to 2^53 as eight bytes in numeric order. */
export function numberKey(value: number): Buffer {
  const key = Buffer.allocUnsafe(numberKeyBytes);
  writeNumber(key, value, 0);
  return key;
}

export function writeNumber(key: Buffer, value: number, start: number): void {
  key.writeUInt32BE(Math.floor(value / 2 ** 32), start);
  key.writeUInt32BE(value % 2 ** 32, start + 4);
}

export function numberInKey(key: Buffer, start: number): number {
  return key.readUInt32BE(start) * 2 ** 32 + key.readUInt32BE(start + 4);
}

/** Comes after every key that goes on with a number. */
export const afterNumbers = Buffer.alloc(numberKeyBytes, 0xff);

/** The first key that does not begin with `prefix`; the prefix must not be all 0xFF. */
export function afterPrefix(prefix: Buffer): Buffer {
  let last = prefix.length - 1;
  while (last >= 0 && prefix[last] === 0xff) last--;
  const end = Buffer.from(prefix.subarray(0, last + 1));
  end.writeUInt8(end.readUInt8(last) + 1, last);
  return end;
}

const shortened = (text: string): string => JSON.stringify(text.slice(0, 80));
