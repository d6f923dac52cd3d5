/** What requests and responses look like, by route. */
export const examples = {
  exportMetrics: { response: { partialSuccess: {} } },
  listMetrics: {
    response: {
      metrics: [
        {
          name: 'http.server.request.duration',
          service: 'checkout',
          type: 'histogram',
          unit: 's',
          description: 'Duration of HTTP server requests.',
          temporality: 'cumulative',
          is_monotonic: false,
          attributes: ['http.route'],
          series_count: 4,
          sample_count: 240,
          last_seen: '2026-11-25T01:37:00.000Z',
        },
      ],
      total: 1,
      from: '2026-11-24T01:37:04.000Z',
      to: '2026-11-25T01:37:05.000Z',
      sample_count: 240,
    },
  },
  queryMetric: {
    response: {
      metric: 'http.server.request.duration',
      type: 'histogram',
      unit: 's',
      aggregation: 'p95',
      group_by: 'http.route',
      step_seconds: 60,
      from: '2026-11-25T00:37:00.000Z',
      to: '2026-11-25T01:37:00.000Z',
      sample_count: 240,
      series: [{ group: '/cart', points: [{ time: '2026-11-25T01:36:00.000Z', value: 0.025 }] }],
    },
  },
} as const;
