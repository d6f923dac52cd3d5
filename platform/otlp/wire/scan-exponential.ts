import { buckets, exponentialPoint } from '../messages/metrics.ts';
import { hasBits } from '../metric-types.ts';
import { readAttribute } from './attributes.ts';
import { pushListed, readFixed, readOptional, scanExemplar } from './point-fields.ts';
import type { PointScan } from './point-scan.ts';
import type { WireReader } from './reader.ts';
import type { HalvesList } from './uint64-parts.ts';

const {
  attributes: attributesTag,
  exemplars: exemplarsTag,
  flags: flagsTag,
} = exponentialPoint.tags;
const { scale: scaleTag, positive: positiveTag, negative: negativeTag } = exponentialPoint.tags;
const { count: countTag, sum: sumTag, min: minTag, max: maxTag } = exponentialPoint.tags;
const { zeroCount: zeroCountTag, zeroThreshold: zeroThresholdTag } = exponentialPoint.tags;
const { offset: offsetTag, bucketCounts: bucketCountsTag } = buckets.tags;
const { bucketCounts: bucketCountTag } = buckets.singleTags;

/** Reads one field of an ExponentialHistogramDataPoint. */
export function scanExponentialField(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case attributesTag:
      readAttribute(reader, point.attributes, point.found);
      break;
    case scaleTag:
      point.scale = signed(reader);
      break;
    case positiveTag:
      point.positiveOffset = readBuckets(reader, point.positive);
      break;
    case negativeTag:
      point.negativeOffset = readBuckets(reader, point.negative);
      break;
    case flagsTag:
      point.flags = reader.uint32();
      break;
    case exemplarsTag:
      scanExemplar(reader, point);
      break;
    default:
      scanFigure(reader, point, tag);
  }
}

function scanFigure(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case countTag:
      readFixed(reader, point.count);
      break;
    case sumTag:
      readOptional(reader, point, point.sum, hasBits.sum);
      break;
    case zeroCountTag:
      readFixed(reader, point.zeroCount);
      break;
    case minTag:
      readOptional(reader, point, point.min, hasBits.min);
      break;
    case maxTag:
      readOptional(reader, point, point.max, hasBits.max);
      break;
    case zeroThresholdTag:
      readFixed(reader, point.zeroThreshold);
      break;
    default:
      reader.skip(tag, exponentialPoint);
  }
}

/** Reads the buckets of one side; answers the index of the first. */
function readBuckets(reader: WireReader, list: HalvesList): number {
  const outer = reader.enter();
  let offset = 0;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === offsetTag) offset = signed(reader);
    else if (tag === bucketCountsTag) readVarints(reader, list);
    else if (tag === bucketCountTag) {
      reader.varint();
      pushListed(reader, list, reader.low, reader.high);
    } else reader.skip(tag, buckets);
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
