import { encodeTraceResponse } from '../../../platform/otlp/schema.ts';
import { telemetryHeaders, topics } from '../../../schemas/topics.ts';
import { convertNonOtlp } from '../foreign/convert.ts';
import { exportOtlp } from './otlp.ts';

/** POST /v1/traces. */
export const exportTraces = exportOtlp({
  signal: 'traces',
  topic: topics.spans,
  countHeader: telemetryHeaders.spans,
  // A span may be sent again in any other request of its organization.
  partitionKey: ({ organization }) => organization,
  answer: (format, { refused, reason }) =>
    encodeTraceResponse(format, { rejectedSpans: refused, errorMessage: reason ?? '' }),
  convert: convertNonOtlp,
});
