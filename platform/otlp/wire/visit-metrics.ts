import { limitExceeded, tooManyListValues } from '../limit-exceeded.ts';
import { requestItemsMax, requestListValuesMax } from '../limits.ts';
import { gauge } from '../messages/metrics.ts';
import { metricWords } from '../signal-names.ts';
import { judgedAtMs, serviceBytes, type WalkContext } from '../walk-context.ts';
import { MetricScan, scanMetric } from './metric-scan.ts';
import { PointScan } from './point-scan.ts';
import { WireReader } from './reader.ts';
import { scanPoint } from './scan-point.ts';
import type { ByteRange, ScopeByteRanges } from './scope.ts';
import { pointLabel, validateDataPoint } from './validate-data-point.ts';
import { validateMetric } from './validate-metric.ts';
import { validateSize } from './validate-size.ts';
import { expectReadable, type ItemContext, walkScopes } from './visit-scopes.ts';

/** The same in every type of data. */
const { dataPoints: pointsTag } = gauge.tags;

/** How many data points of a body were taken and refused, and why the first refused one was. */
export type CheckedMetrics = {
  readonly points: number;
  readonly refused: number;
  readonly reason?: string;
};

/** Takes the accepted data points in their order; what it is given is only valid during the call. */
export type PointSink = {
  /** `name` is the place of the scope's name. */
  enterScope(bytes: Uint8Array, places: ScopeByteRanges, name: ByteRange): void;
  /** Called for each metric before its points. */
  enterMetric(metric: MetricScan): void;
  pushPoint(point: PointScan): void;
};

type Walk = {
  readonly bytes: Uint8Array;
  readonly receivedAtMs: number;
  readonly sink: PointSink | undefined;
  readonly reader: WireReader;
  readonly metric: MetricScan;
  readonly point: PointScan;
  /** Why every point of the metric is refused. */
  metricProblem: string | undefined;
  listValues: number;
  points: number;
  refused: number;
  reason: string | undefined;
};

/**
 * Walks through an ExportMetricsServiceRequest as `visitTraces` does through spans: one walk for
 * checking and decoding. Throws MalformedBody when anything above the data points cannot be read.
 */
export function walkMetrics(
  bytes: Uint8Array,
  context: WalkContext,
  sink: PointSink | undefined,
): CheckedMetrics {
  const reader = new WireReader(bytes);
  const scans = { metric: new MetricScan(), point: new PointScan() };
  const counts = { listValues: 0, points: 0, refused: 0 };
  const reasons = { metricProblem: undefined, reason: undefined };
  const receivedAtMs = judgedAtMs(context);
  const walk: Walk = { bytes, receivedAtMs, sink, reader, ...scans, ...counts, ...reasons };
  walkScopes(reader, {
    services: serviceBytes(context),
    unnamedSeen: context.unnamedSeen,
    words: metricWords,
    enterScope: (places, name) => sink?.enterScope(bytes, places, name),
    walkItem: around => walkMetric(walk, around),
  });
  const { points, refused, reason } = walk;
  return { points, refused, ...(reason !== undefined && { reason }) };
}

/** The metric is read to its end before its points: what it says of them may come after them. */
function walkMetric(walk: Walk, around: ItemContext): void {
  const { reader, metric, sink } = walk;
  const outer = reader.enter();
  const { end } = reader;
  scanMetric(reader, metric);
  around.expectFewMessages();
  expectReadable(reader, metricWords.signal, 'metric');
  walk.metricProblem = around.resourceProblem ?? validateMetric(metric);
  sink?.enterMetric(metric);
  reader.moveTo(metric.dataFrom, metric.dataTo);
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === pointsTag) walkPoint(walk, around);
    else reader.skip(tag);
  }
  reader.moveTo(end, outer);
}

function walkPoint(walk: Walk, { expectFewMessages }: ItemContext): void {
  const { bytes, reader, metric, point, sink } = walk;
  if (walk.points + walk.refused === requestItemsMax) throw limitExceeded(metricWords);
  const outer = reader.enter();
  const messagesBefore = reader.entered;
  const { at, end } = reader;
  scanPoint(reader, metric.type, point);
  const reason =
    reader.problem === undefined
      ? (validateSize(end - at, reader.entered - messagesBefore, parts) ??
        walk.metricProblem ??
        validateDataPoint(metric, point, walk.receivedAtMs))
      : `malformed: ${reader.problem}`;
  expectFewMessages();
  countListValues(walk);
  reader.moveTo(end, outer);
  if (reason === undefined) {
    walk.points++;
    sink?.pushPoint(point);
    return;
  }
  walk.refused++;
  walk.reason ??= `${pointLabel(bytes, metric, walk.points + walk.refused)}: ${reason}`;
}

function countListValues(walk: Walk): void {
  const { bounds, counts, positive, negative, quantiles } = walk.point;
  walk.listValues += bounds.count + counts.count + positive.count + negative.count;
  walk.listValues += 2 * quantiles.count;
  if (walk.listValues > requestListValuesMax) throw tooManyListValues();
}

const parts = 'attributes, values, quantiles and exemplars';
