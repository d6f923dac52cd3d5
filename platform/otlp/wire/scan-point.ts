import { hasBits, metricTypes, valueTypes } from '../metric-types.ts';
import { readAttribute } from './attributes.ts';
import {
  pushListed,
  readFixed,
  readFixedList,
  readOptional,
  scanExemplar,
} from './point-fields.ts';
import type { PointScan } from './point-scan.ts';
import type { WireReader } from './reader.ts';
import { scanExponentialField } from './scan-exponential.ts';
import { newHalves } from './uint64-parts.ts';

type ScanField = (reader: WireReader, point: PointScan, tag: number) => void;

/** Reads the whole message at which `reader` stands; the reader knows whether it could be read. */
export function scanPoint(reader: WireReader, type: number, point: PointScan): void {
  point.clear();
  // In this type alone a sum that is not written is zero.
  if (type === metricTypes.summary) point.has = hasBits.sum;
  const scanField = scanners.get(type) ?? scanNumberField;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    // The same in every type of point.
    if (tag === 0x11) readFixed(reader, point.start);
    else if (tag === 0x19) readFixed(reader, point.time);
    else scanField(reader, point, tag);
  }
}

function scanNumberField(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case 0x21:
    case 0x31:
      readFixed(reader, point.value);
      point.valueType = tag === 0x31 ? valueTypes.int : valueTypes.double;
      break;
    case 0x2a:
      scanExemplar(reader, point);
      break;
    case 0x3a:
      readAttribute(reader, point.attributes, point.found);
      break;
    case 0x40:
      point.flags = reader.uint32();
      break;
    default:
      reader.skip(tag, 1, 8);
  }
}

function scanHistogramField(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case 0x21:
      readFixed(reader, point.count);
      break;
    case 0x29:
      readOptional(reader, point, point.sum, hasBits.sum);
      break;
    case 0x31:
    case 0x32:
      readFixedList(reader, point.counts, tag);
      break;
    case 0x39:
    case 0x3a:
      readFixedList(reader, point.bounds, tag);
      break;
    case 0x42:
      scanExemplar(reader, point);
      break;
    case 0x4a:
      readAttribute(reader, point.attributes, point.found);
      break;
    case 0x50:
      point.flags = reader.uint32();
      break;
    case 0x59:
      readOptional(reader, point, point.min, hasBits.min);
      break;
    case 0x61:
      readOptional(reader, point, point.max, hasBits.max);
      break;
    default:
      reader.skip(tag, 1, 12);
  }
}

function scanSummaryField(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case 0x21:
      readFixed(reader, point.count);
      break;
    case 0x29:
      readFixed(reader, point.sum);
      break;
    case 0x32:
      scanQuantile(reader, point);
      break;
    case 0x3a:
      readAttribute(reader, point.attributes, point.found);
      break;
    case 0x40:
      point.flags = reader.uint32();
      break;
    default:
      reader.skip(tag, 1, 8);
  }
}

const scanners: ReadonlyMap<number, ScanField> = new Map<number, ScanField>([
  [metricTypes.histogram, scanHistogramField],
  [metricTypes.exponential_histogram, scanExponentialField],
  [metricTypes.summary, scanSummaryField],
]);

function scanQuantile(reader: WireReader, point: PointScan): void {
  const outer = reader.enter();
  const quantile = newHalves();
  const value = newHalves();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x09) readFixed(reader, quantile);
    else if (tag === 0x11) readFixed(reader, value);
    else reader.skip(tag, 1, 2);
  }
  reader.leave(outer);
  pushListed(reader, point.quantiles, quantile.low, quantile.high);
  pushListed(reader, point.quantileValues, value.low, value.high);
}
