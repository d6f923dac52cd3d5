import { inflate } from '../compression/codecs.ts';
import { zstd } from '../compression/zstd.ts';
import { appendedAtMsOf, formatOf, recordFormat } from './record-codec.ts';

/**
 * Several records of one commit as one value, which lies under the offset of the last of them,
 * big-endian: u8 format, u48 latest append time, u8 length of the codec's name, u32 number of
 * records, u32 bytes when inflated, the name, and then the frame to the end. Inflated, each record
 * is a u32 length and a record of its own format.
 */
const packFormat = 2;
const timeEnd = 1 + 6;
const nameLengthEnd = timeEnd + 1;
const countEnd = nameLengthEnd + 4;
const fixedEnd = countEnd + 4;
const lengthBytes = 4;

const codec = 'zstd';

export const packLimits = {
  /** Bytes of records that are written as one value: a reader of one of them inflates all. */
  writtenBytesMax: 256 * 1024,
  /** A larger record lies alone; what fills pages of its own gains nothing from company. */
  recordBytesMax: 16 * 1024,
  /** A record that is alone in its commit and partition is compressed from here on: below, a frame costs more time than it saves. */
  aloneBytesMin: 2 * 1024,
  /** What is inflated of a value at most. */
  readBytesMax: 1024 * 1024,
} as const;

/** A stored record, and its offset. */
export type Source = readonly [offset: number, source: Buffer];

export function encodePack(records: readonly Buffer[]): Buffer {
  const bytes = records.reduce((sum, { length }) => sum + lengthBytes + length, 0);
  const inflated = Buffer.allocUnsafe(bytes);
  let end = 0;
  let latestMs = 0;
  for (const record of records) {
    end = inflated.writeUInt32BE(record.length, end);
    end += record.copy(inflated, end);
    latestMs = Math.max(latestMs, appendedAtMsOf(record));
  }
  const frame = zstd().compress(inflated);
  const target = Buffer.allocUnsafe(fixedEnd + codec.length + frame.length);
  target.writeUInt8(packFormat, 0);
  target.writeUIntBE(latestMs, 1, 6);
  target.writeUInt8(codec.length, timeEnd);
  target.writeUInt32BE(records.length, nameLengthEnd);
  target.writeUInt32BE(bytes, countEnd);
  target.write(codec, fixedEnd, 'latin1');
  target.set(frame, fixedEnd + codec.length);
  return target;
}

/**
 * The records of a value from `offset` on, each with its offset. `last` is the one under which the value
 * lies. Throws for a value that is not what it claims: nothing of it is read.
 */
export function sourcesIn(value: Buffer, last: number, offset: number): readonly Source[] {
  const found = formatOf(value);
  if (found === recordFormat) return [[last, value]];
  if (found === packFormat) return unpacked(value, last).filter(([at]) => at >= offset);
  const known = `${recordFormat} or ${packFormat}`;
  throw new Error(`expected a value of format ${known}, found ${found}`);
}

function unpacked(value: Buffer, last: number): Source[] {
  const nameEnd = fixedEnd + value.readUInt8(timeEnd);
  const count = value.readUInt32BE(nameLengthEnd);
  const compressed = {
    codec: value.toString('latin1', fixedEnd, nameEnd),
    frame: value.subarray(nameEnd),
    inflatedBytes: value.readUInt32BE(countEnd),
  };
  // A copy, as those who read keep parts of it for as long as they like.
  const inflated = Buffer.from(inflate(compressed, packLimits.readBytesMax));
  const sources: Source[] = [];
  let end = 0;
  while (end < inflated.length && sources.length < count) {
    const start = end + lengthBytes;
    end = start + inflated.readUInt32BE(end);
    if (end > inflated.length) break;
    sources.push([last - count + 1 + sources.length, inflated.subarray(start, end)]);
  }
  if (end === inflated.length && sources.length === count) return sources;
  throw new Error(`expected ${count} records up to ${last} in one value, found others`);
}
