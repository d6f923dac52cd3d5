import type { OtlpFormat } from '../../schemas/topics.ts';
import { metricsToProtobuf, type TranscoderName } from './json/to-protobuf.ts';
import type { MetricBatch } from './metric-batch.ts';
import type { RecordContext } from './span-batch.ts';
import type { WalkContext } from './walk-context.ts';
import { type CheckedMetrics, type PointSink, walkMetrics } from './wire/visit-metrics.ts';

export type { CheckedMetrics } from './wire/visit-metrics.ts';

export type ExaminedMetrics = {
  readonly checked: CheckedMetrics;
  /** The body in protobuf; data points that JSON holds and protobuf cannot are not in it. */
  readonly protobuf: Uint8Array;
  /** What transcoded JSON. */
  readonly transcoder?: TranscoderName;
};

/**
 * How many data points of a body would be taken and refused, and why the first refused one would
 * be. Throws MalformedBody when the body as a whole cannot be read.
 */
export const examineMetrics = (
  body: Uint8Array,
  format: OtlpFormat,
  context: WalkContext,
): ExaminedMetrics => read(body, format, context, undefined);

/**
 * Adds the data points of a body to `batch`. With the same `receivedAtMs` it takes and refuses
 * exactly what `examineMetrics` did. When it throws, the batch is as before.
 */
export function decodeMetrics(
  body: Uint8Array,
  format: OtlpFormat,
  context: RecordContext,
  batch: MetricBatch,
): CheckedMetrics {
  const mark = batch.mark();
  try {
    batch.beginRecord(context);
    return read(body, format, context, batch).checked;
  } catch (error) {
    batch.rollback(mark);
    throw error;
  }
}

function read(
  body: Uint8Array,
  format: OtlpFormat,
  context: WalkContext,
  sink: PointSink | undefined,
): ExaminedMetrics {
  if (format === 'protobuf') return { checked: walkMetrics(body, context, sink), protobuf: body };
  const { bytes: protobuf, transcoder, ...transcoded } = metricsToProtobuf(body);
  const walked = walkMetrics(protobuf, context, sink);
  const reason = transcoded.reason ?? walked.reason;
  const refused = walked.refused + transcoded.refused;
  const checked = { points: walked.points, refused, ...(reason !== undefined && { reason }) };
  return { checked, protobuf, transcoder };
}
