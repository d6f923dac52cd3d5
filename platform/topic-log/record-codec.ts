import type { LogRecord, NewRecord } from './port.ts';

/**
 * A record as one value, big-endian: u8 format, u48 append time, u32 key length, u16 number of
 * headers, key, per header u16 and u32 lengths with name and value, and then the body to the end.
 */
export const recordFormat = 1;
const formatEnd = 1;
const timeEnd = formatEnd + 6;
const keyLengthEnd = timeEnd + 4;
const fixedEnd = keyLengthEnd + 2;
const headerLengths = 2 + 4;

/** A copy, so that the caller may reuse its buffer at once. */
export function encodeRecord(record: NewRecord, appendedAtMs: number): Buffer {
  const headers = Object.entries(record.headers);
  const keyBytes = Buffer.byteLength(record.key);
  let bytes = fixedEnd + keyBytes + record.value.length;
  for (const [name, value] of headers)
    bytes += headerLengths + Buffer.byteLength(name) + Buffer.byteLength(value);

  const target = Buffer.allocUnsafe(bytes);
  target.writeUInt8(recordFormat, 0);
  target.writeUIntBE(appendedAtMs, formatEnd, 6);
  target.writeUInt32BE(keyBytes, timeEnd);
  target.writeUInt16BE(headers.length, keyLengthEnd);
  let end = fixedEnd + target.write(record.key, fixedEnd);
  for (const [name, value] of headers) {
    const nameBytes = target.write(name, end + headerLengths);
    const valueBytes = target.write(value, end + headerLengths + nameBytes);
    target.writeUInt16BE(nameBytes, end);
    target.writeUInt32BE(valueBytes, end + 2);
    end += headerLengths + nameBytes + valueBytes;
  }
  target.set(record.value, end);
  return target;
}

/** The body is a view of `source`, which must not be reused. */
export function decodeRecord(source: Buffer, partition: number, offset: number): LogRecord {
  const found = formatOf(source);
  if (found !== recordFormat)
    throw new Error(`expected a record of format ${recordFormat}, found ${found}`);
  const keyEnd = fixedEnd + source.readUInt32BE(timeEnd);
  const headers: [name: string, value: string][] = [];
  let end = keyEnd;
  for (let left = source.readUInt16BE(keyLengthEnd); left > 0; left--) {
    const nameEnd = end + headerLengths + source.readUInt16BE(end);
    const valueEnd = nameEnd + source.readUInt32BE(end + 2);
    const name = source.toString('utf8', end + headerLengths, nameEnd);
    headers.push([name, source.toString('utf8', nameEnd, valueEnd)]);
    end = valueEnd;
  }
  return {
    partition,
    offset,
    key: source.toString('utf8', fixedEnd, keyEnd),
    value: source.subarray(end),
    headers: Object.fromEntries(headers),
    appendedAtMs: appendedAtMsOf(source),
  };
}

export const formatOf = (source: Buffer): number => source.readUInt8(0);

/** Of a value of several records, when the latest was appended. */
export function appendedAtMsOf(source: Buffer): number {
  return source.readUIntBE(formatEnd, 6);
}
