import { encodeTraceResponse } from '../../platform/otlp/schema.ts';
import { checkTraces } from '../../platform/otlp/traces.ts';
import { spanHeaders, topics } from '../../schemas/topics.ts';
import { exportOtlp } from './otlp.ts';

/** POST /v1/traces. */
export const exportTraces = exportOtlp({
  topic: topics.spans,
  countHeader: spanHeaders.spans,
  check: (body, format, context) => {
    const { spans, ...checked } = checkTraces(body, format, context);
    return { accepted: spans, ...checked };
  },
  answer: (format, { refused, reason }) =>
    encodeTraceResponse(format, { rejectedSpans: refused, errorMessage: reason ?? '' }),
});
