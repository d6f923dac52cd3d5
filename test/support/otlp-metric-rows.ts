import { type MetricBatch, openMetricBatch } from '../../platform/otlp/metric-batch.ts';
import { decodeMetrics } from '../../platform/otlp/metrics.ts';
import type { RecordContext } from '../../platform/otlp/span-batch.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { type Row, recordContext, rowsOf } from './otlp-rows.ts';

export function decodedMetrics(
  body: Uint8Array,
  format: OtlpFormat,
  context: RecordContext = recordContext,
): MetricBatch {
  const batch = openMetricBatch();
  decodeMetrics(body, format, context, batch);
  return batch;
}

export const pointRows = (batch: MetricBatch): Row[] => rowsOf(batch.columns({ knownSeconds: 7 }));

export const metricResourceRows = (batch: MetricBatch): Row[] =>
  rowsOf(batch.resourceColumns({ knownSeconds: 7 }));
