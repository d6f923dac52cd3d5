import type { Column } from '../columns/column.ts';
import { FixedColumn } from '../columns/fixed.ts';
import {
  MetricColumns,
  type MetricEntry,
  type PointMark,
  type PointMarker,
} from './batch/metric-columns.ts';
import {
  type PointAggregationColumns,
  PointFactColumns,
} from './batch/point-aggregation-columns.ts';
import {
  ResourceColumns,
  type ResourceEntry,
  type ResourceMark,
} from './batch/resource-columns.ts';
import { seriesHash } from './batch/series-hash.ts';
import { internUtf8 } from './batch/text.ts';
import { metricTypes, temporalities } from './metric-types.ts';
import type { ColumnExtras, RecordContext } from './span-batch.ts';
import { MetricScan } from './wire/metric-scan.ts';
import type { PointScan } from './wire/point-scan.ts';
import { attributesText } from './wire/render.ts';
import type { ByteRange, ScopeByteRanges } from './wire/scope.ts';
import { newHalves } from './wire/uint64-parts.ts';
import type { PointSink } from './wire/visit-metrics.ts';

export type MetricMark = {
  readonly facts: number;
  readonly points: PointMark;
  readonly resources: ResourceMark;
};

/** Texts that a batch may go on knowing when it is used again. */
const rememberedMax = 20_000;

const noContext: RecordContext = {
  receivedAtMs: 0,
  organization: new Uint8Array(16),
  request: new Uint8Array(16),
  requestIndex: 0,
};

const noEntry: MetricEntry = { metric: 0, unit: 0, description: 0, metadata: 0, isDelta: false };

/** The data points of many records, by column, on their way into `metric_points` and `resources`. */
export class MetricBatch implements PointSink {
  readonly #facts = new PointFactColumns();
  readonly #points = new MetricColumns();
  readonly #resources = new ResourceColumns(this.#points.services);
  readonly #organizations: Uint8Array[] = [];
  readonly #organizationIndexes = new Map<string, number>();
  readonly #series = newHalves();
  #source = noContext;
  #organization = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #places: ScopeByteRanges | undefined;
  #isTracekit = false;
  #resource: ResourceEntry | undefined;
  #metric = new MetricScan();
  #entry: MetricEntry | undefined;
  readonly #empty = this.mark();

  /** Rows for table `metric_points`, markers among them. */
  get pointRows(): number {
    return this.#points.rows;
  }

  get resourceRows(): number {
    return this.#resources.rows;
  }

  /** 16 bytes each. */
  get organizations(): readonly Uint8Array[] {
    return this.#organizations;
  }

  /** Everything pushed from now on belongs to this record. */
  beginRecord(context: RecordContext): void {
    this.#source = context;
    this.#organization = this.#organizationIndex(context.organization);
  }

  enterScope(bytes: Uint8Array, places: ScopeByteRanges, name: ByteRange): void {
    this.#bytes = bytes;
    this.#places = places;
    this.#isTracekit = isTracekit(bytes, name);
    this.#resource = undefined;
  }

  enterMetric(metric: MetricScan): void {
    this.#metric = metric;
    this.#entry = undefined;
  }

  pushPoint(point: PointScan): void {
    const bytes = this.#bytes;
    const metric = this.#metric;
    this.#resource ??= this.#resolve();
    this.#entry ??= this.#enter(bytes, metric);
    const resource = this.#resource;
    const { organization, request, receivedAtMs } = this.#source;
    seriesHash(bytes, metric, point.attributes, resource, this.#series);
    const isDelta = this.#entry.isDelta || this.#isIncrement(point);
    this.#points.push(bytes, metric, isDelta ? { ...this.#entry, isDelta } : this.#entry, point, {
      service: resource.service,
      resource,
      series: this.#series,
      organization,
      request,
      receivedAtMs,
    });
    this.#facts.push(point.time, this.#series, {
      organization: this.#organization,
      service: resource.service,
      metric: this.#entry.metric,
    });
  }

  /** Adds a row that says that `batch` was written, under the organization that no client can use. */
  pushMarker(marker: PointMarker): void {
    this.#points.pushMarker(marker);
  }

  pushResourceMarker(marker: { readonly batch: string }): void {
    this.#resources.pushMarker(marker);
  }

  facts(): PointAggregationColumns {
    return this.#facts.view();
  }

  serviceText(index: number): string {
    return this.#points.services.text(index);
  }

  metricText(index: number): string {
    return this.#points.metrics.text(index);
  }

  /** For table `metric_points`, in its order; valid until the next push. No row is `is_other` yet. */
  columns({ knownSeconds }: ColumnExtras): Column[] {
    const columns = this.#points.columns();
    const rows = this.pointRows;
    const isOther = new FixedColumn(1, rows);
    const known = new FixedColumn(4, rows);
    for (let row = 0; row < rows; row++) {
      isOther.push(0);
      known.push(knownSeconds);
    }
    const flags = columns.findIndex(({ name }) => name === 'flags');
    columns.splice(flags, 0, { name: 'is_other', type: 'Bool', data: isOther.data() });
    columns.splice(-1, 0, { name: 'known', type: "DateTime('UTC')", data: known.data() });
    return columns;
  }

  /** For table `resources`, in its order; valid until the next push. */
  resourceColumns({ knownSeconds }: ColumnExtras): Column[] {
    const known = new FixedColumn(4, this.resourceRows);
    for (let row = 0; row < this.resourceRows; row++) known.push(knownSeconds);
    const columns = this.#resources.columns();
    columns.splice(-1, 0, { name: 'known', type: "DateTime('UTC')", data: known.data() });
    return columns;
  }

  mark(): MetricMark {
    return {
      facts: this.#facts.rows,
      points: this.#points.mark(),
      resources: this.#resources.mark(),
    };
  }

  /** Takes back every row since `mark`. */
  rollback({ facts, points, resources }: MetricMark): void {
    this.#facts.rows = facts;
    this.#points.rollback(points);
    this.#resources.rollback(resources);
    this.#resource = undefined;
  }

  /** Like that of a batch of spans: false when it had better be thrown away. */
  reset(): boolean {
    this.rollback(this.#empty);
    return this.#points.texts + this.#organizations.length <= rememberedMax;
  }

  #resolve(): ResourceEntry {
    if (this.#places === undefined) throw new Error('expected a scope before the first point');
    return this.#resources.resolve(this.#bytes, this.#places, this.#source.organization);
  }

  #enter(bytes: Uint8Array, metric: MetricScan): MetricEntry {
    const { metrics, units, descriptions, metadata } = this.#points;
    const metadataText = Buffer.from(attributesText(bytes, metric.metadata));
    return {
      ...noEntry,
      metric: internUtf8(metrics, bytes, metric.nameFrom, metric.nameTo),
      unit: internUtf8(units, bytes, metric.unitFrom, metric.unitTo),
      description: internUtf8(descriptions, bytes, metric.descriptionFrom, metric.descriptionTo),
      metadata: metadata.intern(metadataText, 0, metadataText.length),
      isDelta: metric.temporality === temporalities.delta,
    };
  }

  /**
   * A family of SDKs sends every single increment of a counter and calls it cumulative; what gives
   * them away is their scope, and that such a sum began at no time.
   */
  #isIncrement({ start }: PointScan): boolean {
    const { type, isMonotonic } = this.#metric;
    if (!this.#isTracekit || type !== metricTypes.sum || !isMonotonic) return false;
    return start.low === 0 && start.high === 0;
  }

  #organizationIndex(organization: Uint8Array): number {
    const id = Buffer.from(organization).toString('latin1');
    const known = this.#organizationIndexes.get(id);
    if (known !== undefined) return known;
    const index = this.#organizations.push(organization.slice()) - 1;
    this.#organizationIndexes.set(id, index);
    return index;
  }
}

export const openMetricBatch = (): MetricBatch => new MetricBatch();

const tracekit = Buffer.from('tracekit');

const isTracekit = (bytes: Uint8Array, { from, to }: ByteRange): boolean =>
  to - from === tracekit.length && tracekit.equals(bytes.subarray(from, to));
