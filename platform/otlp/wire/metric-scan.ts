import { metric as metricMessage, sum } from '../messages/metrics.ts';
import { metricTypes, temporalities } from '../metric-types.ts';
import { AttributeSlots, newFoundValue, readAttribute } from './attributes.ts';
import type { WireReader } from './reader.ts';

const { tags } = metricMessage;
const { name: nameTag, description: descriptionTag, unit: unitTag, metadata: metadataTag } = tags;
// A sum has all that there is in any type of data, under the same numbers.
const { dataPoints: pointsTag, aggregationTemporality: temporalityTag } = sum.tags;
const { isMonotonic: monotonicTag } = sum.tags;

/** The members of the oneof `data`, by tag. */
const types = new Map<number, number>([
  [tags.gauge, metricTypes.gauge],
  [tags.sum, metricTypes.sum],
  [tags.histogram, metricTypes.histogram],
  [tags.exponentialHistogram, metricTypes.exponential_histogram],
  [tags.summary, metricTypes.summary],
]);

/** What one metric says of all its points, and where these are. Used again for every metric. */
export class MetricScan {
  nameFrom = 0;
  nameTo = 0;
  descriptionFrom = 0;
  descriptionTo = 0;
  unitFrom = 0;
  unitTo = 0;
  /** 0: no data, or of a type that is younger than us. */
  type = 0;
  dataFrom = 0;
  dataTo = 0;
  temporality = 0;
  isMonotonic = false;
  readonly metadata = new AttributeSlots();
  metadataBytes = 0;
  readonly value = newFoundValue();

  clear(): void {
    this.nameFrom = this.nameTo = 0;
    this.descriptionFrom = this.descriptionTo = 0;
    this.unitFrom = this.unitTo = 0;
    this.type = this.dataFrom = this.dataTo = 0;
    this.temporality = 0;
    this.isMonotonic = false;
    this.metadata.count = 0;
    this.metadataBytes = 0;
  }
}

/** Reads the whole message at which `reader` stands, but not its points. Fields may come in any order. */
export function scanMetric(reader: WireReader, metric: MetricScan): void {
  metric.clear();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    const type = types.get(tag);
    if (type !== undefined) scanData(reader, metric, type);
    else if (tag === metadataTag) scanMetadata(reader, metric);
    else if (tag === nameTag || tag === descriptionTag || tag === unitTag) {
      scanText(reader, metric, tag);
    } else reader.skip(tag, metricMessage);
  }
}

function scanMetadata(reader: WireReader, metric: MetricScan): void {
  const begin = reader.at;
  readAttribute(reader, metric.metadata, metric.value);
  metric.metadataBytes += reader.at - begin;
}

function scanText(reader: WireReader, metric: MetricScan, tag: number): void {
  reader.range();
  const { from, to } = reader;
  if (tag === nameTag) {
    metric.nameFrom = from;
    metric.nameTo = to;
  } else if (tag === descriptionTag) {
    metric.descriptionFrom = from;
    metric.descriptionTo = to;
  } else {
    metric.unitFrom = from;
    metric.unitTo = to;
  }
}

/** When several are there, the last one counts. */
function scanData(reader: WireReader, metric: MetricScan, type: number): void {
  const outer = reader.enter();
  metric.type = type;
  metric.dataFrom = reader.from;
  metric.dataTo = reader.to;
  metric.temporality = temporalities.unspecified;
  metric.isMonotonic = false;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === pointsTag) reader.range();
    else if (tag === temporalityTag) metric.temporality = known(reader.uint32());
    else if (tag === monotonicTag) metric.isMonotonic = reader.uint32() !== 0;
    else reader.skip(tag, sum);
  }
  reader.leave(outer);
}

const known = (value: number): number =>
  value <= temporalities.cumulative ? value : temporalities.unspecified;
