import { encodeMetricsResponse } from '../../../platform/otlp/schema.ts';
import { telemetryHeaders, topics } from '../../../schemas/topics.ts';
import { exportOtlp } from './otlp.ts';

/** POST /v1/metrics. The SDKs that send here take any other status than 200 for a failure. */
export const exportMetrics = exportOtlp({
  signal: 'metrics',
  topic: topics.metrics,
  countHeader: telemetryHeaders.points,
  partitionKey: ({ hash }) => hash,
  answer: (format, { refused, reason }) =>
    encodeMetricsResponse(format, { rejectedDataPoints: refused, errorMessage: reason ?? '' }),
});
