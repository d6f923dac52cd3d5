import { exemplarsMax, pointListMax } from '../limits.ts';
import { wireTypes } from '../messages/wire-types.ts';
import { readExemplar } from './exemplar.ts';
import type { PointScan } from './point-scan.ts';
import { readUint32LE, type WireReader } from './reader.ts';
import type { HalvesList, Uint64Parts } from './uint64-parts.ts';

/** The parts that several types of data points have in common. */

export function readFixed(reader: WireReader, into: Uint64Parts): void {
  reader.fixed64();
  into.low = reader.low;
  into.high = reader.high;
}

/** Reads a figure that may also be missing, and notes that it is there. */
export function readOptional(
  reader: WireReader,
  point: PointScan,
  into: Uint64Parts,
  bit: number,
): void {
  readFixed(reader, into);
  point.has |= bit;
}

/** Reads values of eight bytes: packed, as all encoders write them, or one by one. */
export function readFixedList(reader: WireReader, list: HalvesList, tag: number): void {
  if ((tag & 7) === wireTypes.fixed64) {
    reader.fixed64();
    pushListed(reader, list, reader.low, reader.high);
    return;
  }
  reader.range();
  const { bytes, from, to } = reader;
  if ((to - from) % 8 !== 0) reader.fail('a list of 64-bit values is cut off');
  else if (to - from > pointListMax * 8) tooLong(reader);
  else
    for (let at = from; at < to; at += 8)
      list.push(readUint32LE(bytes, at), readUint32LE(bytes, at + 4));
  if (list.count > pointListMax) tooLong(reader);
}

export function pushListed(reader: WireReader, list: HalvesList, low: number, high: number): void {
  if (list.count === pointListMax) tooLong(reader);
  else list.push(low, high);
}

export function scanExemplar(reader: WireReader, point: PointScan): void {
  const { exemplars, exemplar, found } = point;
  const outer = reader.enter();
  exemplars.push(reader.from, reader.to);
  readExemplar(reader, exemplar, found);
  reader.leave(outer);
  if (exemplars.length > 2 * exemplarsMax) {
    reader.fail(`it has more than ${exemplarsMax} exemplars`);
  }
}

const tooLong = (reader: WireReader): void =>
  reader.fail(`it has a list of more than ${pointListMax} values`);
