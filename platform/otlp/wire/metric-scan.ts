import { metricTypes, temporalities } from '../metric-types.ts';
import { AttributeSlots, newFoundValue, readAttribute } from './attributes.ts';
import type { WireReader } from './reader.ts';

const nameTag = 0x0a;
const descriptionTag = 0x12;
const unitTag = 0x1a;
const metadataTag = 0x62;
const pointsTag = 0x0a;
const temporalityTag = 0x10;
const monotonicTag = 0x18;

/** The members of the oneof `data`, by tag. */
const types = new Map<number, number>([
  [0x2a, metricTypes.gauge],
  [0x3a, metricTypes.sum],
  [0x4a, metricTypes.histogram],
  [0x52, metricTypes.exponential_histogram],
  [0x5a, metricTypes.summary],
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
    } else reader.skip(tag, 1, 12);
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
    else reader.skip(tag, 1, 3);
  }
  reader.leave(outer);
}

const known = (value: number): number =>
  value <= temporalities.cumulative ? value : temporalities.unspecified;
