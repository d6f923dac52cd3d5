import { encodeTraceResponse } from '../../../platform/otlp/schema.ts';
import { spanHeaders, topics } from '../../../schemas/topics.ts';
import { convertForeign } from '../foreign/convert.ts';
import { exportOtlp } from './otlp.ts';

/** POST /v1/traces. */
export const exportTraces = exportOtlp({
  signal: 'traces',
  topic: topics.spans,
  countHeader: spanHeaders.spans,
  answer: (format, { refused, reason }) =>
    encodeTraceResponse(format, { rejectedSpans: refused, errorMessage: reason ?? '' }),
  convert: convertForeign,
});
