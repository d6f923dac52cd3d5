import { histogramPoint } from '../messages/metrics.ts';
import { hasBits } from '../metric-types.ts';
import { readAttribute } from './attributes.ts';
import { readFixed, readFixedList, readOptional, scanExemplar } from './point-fields.ts';
import type { PointScan } from './point-scan.ts';
import type { WireReader } from './reader.ts';

const { attributes: attributesTag, exemplars: exemplarsTag, flags: flagsTag } = histogramPoint.tags;
const { count: countTag, sum: sumTag, min: minTag, max: maxTag } = histogramPoint.tags;
const { bucketCounts: bucketCountsTag, explicitBounds: boundsTag } = histogramPoint.tags;
const { bucketCounts: bucketCountTag, explicitBounds: boundTag } = histogramPoint.singleTags;

/** Reads one field of a HistogramDataPoint. */
export function scanHistogramField(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case countTag:
      readFixed(reader, point.count);
      break;
    case sumTag:
      readOptional(reader, point, point.sum, hasBits.sum);
      break;
    case bucketCountTag:
    case bucketCountsTag:
      readFixedList(reader, point.counts, tag);
      break;
    case boundTag:
    case boundsTag:
      readFixedList(reader, point.bounds, tag);
      break;
    case exemplarsTag:
      scanExemplar(reader, point);
      break;
    case attributesTag:
      readAttribute(reader, point.attributes, point.found);
      break;
    case flagsTag:
      point.flags = reader.uint32();
      break;
    case minTag:
      readOptional(reader, point, point.min, hasBits.min);
      break;
    case maxTag:
      readOptional(reader, point, point.max, hasBits.max);
      break;
    default:
      reader.skip(tag, histogramPoint);
  }
}
