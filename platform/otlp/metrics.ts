import type { OtlpFormat } from '../../schemas/topics.ts';
import { transcodeMetrics } from './json/transcode.ts';
import type { MetricBatch } from './metric-batch.ts';
import type { RecordContext } from './span-batch.ts';
import type { WalkContext } from './walk-context.ts';
import { type CheckedMetrics, type PointSink, walkMetrics } from './wire/visit-metrics.ts';

export type { CheckedMetrics } from './wire/visit-metrics.ts';

/**
 * How many data points of a body would be taken and refused, and why the first refused one would
 * be. Throws MalformedBody when the body as a whole cannot be read.
 */
export const checkMetrics = (
  body: Uint8Array,
  format: OtlpFormat,
  context: WalkContext,
): CheckedMetrics => read(body, format, context, undefined);

/**
 * Adds the data points of a body to `batch`. With the same `receivedAtMs` it takes and refuses
 * exactly what `checkMetrics` did. When it throws, the batch is as before.
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
    return read(body, format, context, batch);
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
): CheckedMetrics {
  if (format === 'protobuf') return walkMetrics(body, context, sink);
  const transcoded = transcodeMetrics(body);
  const walked = walkMetrics(transcoded.bytes, context, sink);
  const reason = transcoded.reason ?? walked.reason;
  return {
    points: walked.points,
    refused: walked.refused + transcoded.refused,
    ...(reason !== undefined && { reason }),
  };
}
