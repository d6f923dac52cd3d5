import { hasBits } from '../metric-types.ts';
import { readAttribute } from './attributes.ts';
import { pushListed, readFixed, readOptional, scanExemplar } from './point-fields.ts';
import type { PointScan } from './point-scan.ts';
import type { WireReader } from './reader.ts';
import type { HalvesList } from './uint64-parts.ts';

/** Reads one field of an ExponentialHistogramDataPoint. */
export function scanExponentialField(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case 0x0a:
      readAttribute(reader, point.attributes, point.found);
      break;
    case 0x30:
      point.scale = signed(reader);
      break;
    case 0x42:
      point.positiveOffset = readBuckets(reader, point.positive);
      break;
    case 0x4a:
      point.negativeOffset = readBuckets(reader, point.negative);
      break;
    case 0x50:
      point.flags = reader.uint32();
      break;
    case 0x5a:
      scanExemplar(reader, point);
      break;
    default:
      scanFigure(reader, point, tag);
  }
}

function scanFigure(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case 0x21:
      readFixed(reader, point.count);
      break;
    case 0x29:
      readOptional(reader, point, point.sum, hasBits.sum);
      break;
    case 0x39:
      readFixed(reader, point.zeroCount);
      break;
    case 0x61:
      readOptional(reader, point, point.min, hasBits.min);
      break;
    case 0x69:
      readOptional(reader, point, point.max, hasBits.max);
      break;
    case 0x71:
      readFixed(reader, point.zeroThreshold);
      break;
    default:
      reader.skip(tag, 1, 14);
  }
}

/** Reads the buckets of one side; answers the index of the first. */
function readBuckets(reader: WireReader, list: HalvesList): number {
  const outer = reader.enter();
  let offset = 0;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) offset = signed(reader);
    else if (tag === 0x12) readVarints(reader, list);
    else if (tag === 0x10) {
      reader.varint();
      pushListed(reader, list, reader.low, reader.high);
    } else reader.skip(tag, 1, 2);
  }
  reader.leave(outer);
  return offset;
}

function readVarints(reader: WireReader, list: HalvesList): void {
  const outer = reader.enter();
  while (reader.at < reader.end) {
    reader.varint();
    if (reader.problem === undefined) pushListed(reader, list, reader.low, reader.high);
  }
  reader.leave(outer);
}

/** A number of 32 bits in zigzag. */
function signed(reader: WireReader): number {
  const value = reader.uint32();
  return (value >>> 1) ^ -(value & 1);
}
