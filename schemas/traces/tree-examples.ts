import { examples } from './examples.ts';

const { trace, spans } = examples.getTrace.response;

const [id, spanId] = [trace.id, spans[0].span_id];

const half = { spans: 1, errors: 1, duration_ns: 25_000_000, self_ns: 25_000_000 };

/** What requests and responses look like, by route. */
export const treeExamples = {
  traceHistogram: {
    response: {
      from: '2026-11-25T01:37:00.000Z',
      to: '2026-11-25T01:38:00.000Z',
      step_seconds: 60,
      total_count: 1,
      points: [{ time: '2026-11-25T01:37:00.000Z', traces: 1, errors: 1, max_duration_ms: 25 }],
    },
  },
  getTraceOutline: {
    response: {
      trace,
      spans: 1,
      is_whole: true,
      services: ['checkout'],
      names: ['GET /cart'],
      columns: {
        span_id: [spanId],
        parent: [-1],
        start_ns: [0],
        duration_ns: [25_000_000],
        service: [0],
        name: [0],
        kind: [2],
        status: [2],
      },
    },
  },
  getTraceSpan: { response: { spans } },
  getCriticalPath: {
    response: {
      trace,
      root_span_id: spanId,
      duration_ns: 25_000_000,
      segments: [
        {
          span_id: spanId,
          service_name: 'checkout',
          operation_name: 'GET /cart',
          from_ns: 0,
          duration_ns: 25_000_000,
        },
      ],
      is_whole: true,
    },
  },
  diffTraces: {
    request: { a: id, b: '0af7651916cd43dd8448eb211c80319c' },
    response: {
      a: trace,
      b: {
        ...trace,
        id: '0af7651916cd43dd8448eb211c80319c',
        trace_id: '0af7651916cd43dd8448eb211c80319c',
      },
      places: [
        {
          service_name: 'checkout',
          operation_name: 'GET /cart',
          depth: 0,
          above: null,
          a: half,
          b: { ...half, duration_ns: 40_000_000, self_ns: 40_000_000 },
          self_difference_ns: 15_000_000,
        },
      ],
      is_whole: true,
    },
  },
} as const;
