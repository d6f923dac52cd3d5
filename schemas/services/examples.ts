/** What requests and responses look like, by route. */
export const examples = {
  listServices: {
    response: {
      services: [
        {
          id: 'checkout',
          name: 'checkout',
          request_count: 1,
          error_rate: 100,
          p95_latency: 25.034752,
          avg_latency: 25.034752,
          last_seen: '2026-11-25T01:37:00.000Z',
        },
      ],
      total: 1,
      from: '2026-11-24T01:37:00.000Z',
      to: '2026-11-25T01:37:10.000Z',
      sample_count: 1,
    },
  },
  serviceDetail: {
    response: {
      name: 'checkout',
      request_count: 1,
      error_rate: 100,
      p50_latency: 25.034752,
      p95_latency: 25.034752,
      p99_latency: 25.034752,
      p99_is_maximum: true,
      avg_latency: 25.034752,
      top_errors: [
        {
          message: 'no stock',
          count: 1,
        },
      ],
      operations: [
        {
          operation_name: 'GET /cart',
          count: 1,
          error_rate: 100,
          p95_latency: 25.034752,
          avg_latency: 25.034752,
          spans: { count: 1, error_rate: 100, p95_latency: 25.034752, avg_latency: 25.034752 },
        },
      ],
      window: '24h',
      from: '2026-11-24T01:37:00.000Z',
      to: '2026-11-25T01:37:10.000Z',
      sample_count: 1,
    },
  },
  serviceErrors: {
    response: {
      errors: [
        {
          trace_id: '5b8efff798038103d269b633813fc60c',
          span_id: 'eee19b7ec3c1b174',
          operation: 'GET /cart',
          error_type: '',
          message: 'no stock',
          duration_ms: 25,
          timestamp: '2026-11-25T01:37:02.784Z',
        },
      ],
      total: 1,
      limit: 50,
      window: '24h',
      from: '2026-11-24T01:37:00.000Z',
      to: '2026-11-25T01:37:10.000Z',
      sample_count: 1,
    },
  },
  serviceTimeseries: {
    response: {
      service: 'checkout',
      operation: null,
      from: '2026-11-25T00:37:00.000Z',
      to: '2026-11-25T01:37:30.000Z',
      step_seconds: 30,
      sample_count: 1,
      points: [
        {
          timestamp: '2026-11-25T00:37:00.000Z',
          requests: 0,
          errors: 0,
          error_rate: 0,
          avg_ms: 0,
          p50_ms: 0,
          p95_ms: 0,
          p99_ms: 0,
          p99_is_maximum: true,
        },
      ],
    },
  },
  serviceMetrics: {
    response: {
      success: true,
      service: 'checkout',
      window: '15m',
      metrics: {
        p50_latency_ms: 25.034752,
        p95_latency_ms: 25.034752,
        p99_latency_ms: 25.034752,
        error_rate: 100,
        success_rate: 0,
        throughput: 1,
        p99_is_maximum: true,
      },
      from: '2026-11-25T01:22:00.000Z',
      to: '2026-11-25T01:37:10.000Z',
      sample_count: 1,
      timestamp: '2026-11-25T01:37:04.341Z',
    },
  },
} as const;
