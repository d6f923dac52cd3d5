import { numberPoint } from '../messages/metrics.ts';
import { hasBits, metricTypes, valueTypes } from '../metric-types.ts';
import { readAttribute } from './attributes.ts';
import { readFixed, scanExemplar } from './point-fields.ts';
import type { PointScan } from './point-scan.ts';
import type { WireReader } from './reader.ts';
import { scanExponentialField } from './scan-exponential.ts';
import { scanHistogramField } from './scan-histogram.ts';
import { scanSummaryField } from './scan-summary.ts';

const { startTimeUnixNano: startTag, timeUnixNano: timeTag } = numberPoint.tags;
const { asDouble: doubleTag, asInt: intTag, exemplars: exemplarsTag } = numberPoint.tags;
const { attributes: attributesTag, flags: flagsTag } = numberPoint.tags;

type ScanField = (reader: WireReader, point: PointScan, tag: number) => void;

/** Reads the whole message at which `reader` stands; the reader knows whether it could be read. */
export function scanPoint(reader: WireReader, type: number, point: PointScan): void {
  point.clear();
  // In this type alone a sum that is not written is zero.
  if (type === metricTypes.summary) point.has = hasBits.sum;
  const scanField = scanners.get(type) ?? scanNumberField;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    // The same in every type of point.
    if (tag === startTag) readFixed(reader, point.start);
    else if (tag === timeTag) readFixed(reader, point.time);
    else scanField(reader, point, tag);
  }
}

const scanners: ReadonlyMap<number, ScanField> = new Map<number, ScanField>([
  [metricTypes.histogram, scanHistogramField],
  [metricTypes.exponential_histogram, scanExponentialField],
  [metricTypes.summary, scanSummaryField],
]);

function scanNumberField(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case doubleTag:
    case intTag:
      readFixed(reader, point.value);
      point.valueType = tag === intTag ? valueTypes.int : valueTypes.double;
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
    default:
      reader.skip(tag, numberPoint);
  }
}
