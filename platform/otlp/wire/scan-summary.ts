import { quantile as quantileMessage, summaryPoint } from '../messages/metrics.ts';
import { readAttribute } from './attributes.ts';
import { pushListed, readFixed } from './point-fields.ts';
import type { PointScan } from './point-scan.ts';
import type { WireReader } from './reader.ts';
import { newHalves } from './uint64-parts.ts';

const { count: countTag, sum: sumTag, quantileValues: quantilesTag } = summaryPoint.tags;
const { attributes: attributesTag, flags: flagsTag } = summaryPoint.tags;
const { quantile: quantileTag, value: valueTag } = quantileMessage.tags;

/** Reads one field of a SummaryDataPoint. */
export function scanSummaryField(reader: WireReader, point: PointScan, tag: number): void {
  switch (tag) {
    case countTag:
      readFixed(reader, point.count);
      break;
    case sumTag:
      readFixed(reader, point.sum);
      break;
    case quantilesTag:
      scanQuantile(reader, point);
      break;
    case attributesTag:
      readAttribute(reader, point.attributes, point.found);
      break;
    case flagsTag:
      point.flags = reader.uint32();
      break;
    default:
      reader.skip(tag, summaryPoint);
  }
}

function scanQuantile(reader: WireReader, point: PointScan): void {
  const outer = reader.enter();
  const quantile = newHalves();
  const value = newHalves();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === quantileTag) readFixed(reader, quantile);
    else if (tag === valueTag) readFixed(reader, value);
    else reader.skip(tag, quantileMessage);
  }
  reader.leave(outer);
  pushListed(reader, point.quantiles, quantile.low, quantile.high);
  pushListed(reader, point.quantileValues, value.low, value.high);
}
