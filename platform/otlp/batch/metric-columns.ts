import type { Column } from '../../columns/column.ts';
import { DictionaryColumn } from '../../columns/dictionary.ts';
import { FixedColumn } from '../../columns/fixed.ts';
import { StringColumn } from '../../columns/strings.ts';
import type { MetricScan } from '../wire/metric-scan.ts';
import type { PointScan } from '../wire/point-scan.ts';
import type { Uint64Parts } from '../wire/uint64-parts.ts';
import { AttributeColumns, type AttributeMark } from './attribute-columns.ts';
import { DataPointValueColumns, type FigureMark } from './data-point-value-columns.ts';
import { ExemplarColumns, type ExemplarMark } from './exemplar-columns.ts';
import type { RowSource } from './span-columns.ts';

/** A row that says that a batch was written; it is no data point. */
export type PointMarker = { readonly dayNanos: bigint; readonly batch: string };

type StringMark = ReturnType<StringColumn['mark']>;

export type PointMark = {
  readonly rows: number;
  readonly attributes: AttributeMark;
  readonly figures: FigureMark;
  readonly exemplars: ExemplarMark;
  readonly batch: StringMark;
};

/** What all points of a metric share, by the indexes of the dictionaries. */
export type MetricEntry = {
  readonly metric: number;
  readonly unit: number;
  readonly description: number;
  readonly metadata: number;
  readonly isDelta: boolean;
};

/** What a row has besides the point and its metric. */
export type PointPlace = RowSource & {
  readonly service: number;
  readonly resource: Uint64Parts;
  readonly series: Uint64Parts;
};

const nilBytes = new Uint8Array(16);

/** The columns of table `metric_points` but `is_other` and `known`. */
export class MetricColumns {
  readonly services = new DictionaryColumn();
  readonly metrics = new DictionaryColumn();
  readonly units = new DictionaryColumn();
  readonly descriptions = new DictionaryColumn();
  readonly metadata = new DictionaryColumn();
  readonly #organization = new FixedColumn(16);
  readonly #series = new FixedColumn(8);
  readonly #time = new FixedColumn(8);
  readonly #start = new FixedColumn(8);
  readonly #type = new FixedColumn(1);
  readonly #temporality = new FixedColumn(1);
  readonly #isMonotonic = new FixedColumn(1);
  readonly #isDelta = new FixedColumn(1);
  readonly #resource = new FixedColumn(8);
  readonly #attributes = new AttributeColumns();
  readonly #flags = new FixedColumn(4);
  readonly #figures = new DataPointValueColumns();
  readonly #exemplars = new ExemplarColumns();
  readonly #receivedAt = new FixedColumn(8);
  readonly #request = new FixedColumn(16);
  readonly #batch = new StringColumn(1024);

  get rows(): number {
    return this.#type.rows;
  }

  /** Different texts in the dictionaries, which a rollback keeps. */
  get texts(): number {
    const sizes = [...this.#dictionaries(), this.#attributes.keys].map(({ size }) => size);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  push(
    bytes: Uint8Array,
    metric: MetricScan,
    entry: MetricEntry,
    point: PointScan,
    place: PointPlace,
  ): void {
    this.services.pushIndex(place.service);
    this.metrics.pushIndex(entry.metric);
    this.units.pushIndex(entry.unit);
    this.descriptions.pushIndex(entry.description);
    this.metadata.pushIndex(entry.metadata);
    this.#organization.pushUuid(place.organization, 0);
    this.#series.pushHalves(place.series.low, place.series.high);
    this.#time.pushHalves(point.time.low, point.time.high);
    this.#start.pushHalves(point.start.low, point.start.high);
    this.#type.push(metric.type);
    this.#temporality.push(metric.temporality);
    this.#isMonotonic.push(metric.isMonotonic ? 1 : 0);
    this.#isDelta.push(entry.isDelta ? 1 : 0);
    this.#resource.pushHalves(place.resource.low, place.resource.high);
    this.#attributes.push(bytes, point.attributes);
    this.#flags.push(point.flags);
    this.#figures.push(point);
    this.#exemplars.push(bytes, point);
    this.#receivedAt.pushInteger(place.receivedAtMs);
    this.#request.pushUuid(place.request, 0);
    this.#batch.pushEmpty();
  }

  pushMarker({ dayNanos, batch }: PointMarker): void {
    for (const column of this.#dictionaries()) column.pushIndex(0);
    for (const column of this.#fixed()) column.pushZero();
    this.#time.truncate(this.rows - 1);
    this.#time.pushHalves(Number(dayNanos & 0xffff_ffffn), Number(dayNanos >> 32n));
    this.#organization.truncate(this.rows - 1);
    this.#organization.pushUuid(nilBytes, 0);
    this.#attributes.endRow();
    this.#figures.pushNothing();
    this.#exemplars.endRow();
    this.#batch.pushText(batch);
  }

  /** In the order of the table. */
  columns(): Column[] {
    return [
      { name: 'organization', type: 'UUID', data: this.#organization.data() },
      { name: 'service', type: 'LowCardinality(String)', data: this.services.data() },
      { name: 'metric', type: 'LowCardinality(String)', data: this.metrics.data() },
      { name: 'series', type: 'UInt64', data: this.#series.data() },
      { name: 'time', type: "DateTime64(9, 'UTC')", data: this.#time.data() },
      { name: 'start', type: "DateTime64(9, 'UTC')", data: this.#start.data() },
      { name: 'type', type: 'UInt8', data: this.#type.data() },
      { name: 'temporality', type: 'UInt8', data: this.#temporality.data() },
      { name: 'is_monotonic', type: 'Bool', data: this.#isMonotonic.data() },
      { name: 'is_delta', type: 'Bool', data: this.#isDelta.data() },
      { name: 'unit', type: 'LowCardinality(String)', data: this.units.data() },
      { name: 'description', type: 'LowCardinality(String)', data: this.descriptions.data() },
      { name: 'metadata', type: 'LowCardinality(String)', data: this.metadata.data() },
      { name: 'resource', type: 'UInt64', data: this.#resource.data() },
      ...this.#attributes.columns('attributes'),
      { name: 'flags', type: 'UInt32', data: this.#flags.data() },
      ...this.#figures.columns(),
      ...this.#exemplars.columns(),
      { name: 'received_at', type: "DateTime64(3, 'UTC')", data: this.#receivedAt.data() },
      { name: 'request', type: 'UUID', data: this.#request.data() },
      { name: 'batch', type: 'String', data: this.#batch.data() },
    ];
  }

  mark(): PointMark {
    return {
      rows: this.rows,
      attributes: this.#attributes.mark(),
      figures: this.#figures.mark(),
      exemplars: this.#exemplars.mark(),
      batch: this.#batch.mark(),
    };
  }

  rollback({ rows, attributes, figures, exemplars, batch }: PointMark): void {
    for (const column of [...this.#dictionaries(), ...this.#fixed()]) column.truncate(rows);
    this.#attributes.rollback(attributes);
    this.#figures.rollback(figures);
    this.#exemplars.rollback(exemplars);
    this.#batch.rollback(batch);
  }

  #dictionaries(): DictionaryColumn[] {
    return [this.services, this.metrics, this.units, this.descriptions, this.metadata];
  }

  #fixed(): FixedColumn[] {
    return [
      this.#organization,
      this.#series,
      this.#time,
      this.#start,
      this.#type,
      this.#temporality,
      this.#isMonotonic,
      this.#isDelta,
      this.#resource,
      this.#flags,
      this.#receivedAt,
      this.#request,
    ];
  }
}
