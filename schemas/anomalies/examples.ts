const figures = {
  metric: 'latency_p95',
  direction: 'above',
  value: 812.5,
  expected_low: 0,
  expected_high: 242.4,
  score: 7.2,
} as const;

const anomaly = {
  id: '5d0e9b2a-3a44-5c0e-8f0b-6a1f5f1c7d20',
  service_name: 'checkout',
  ...figures,
  severity: 'critical',
  message: 'p95 latency of checkout is 812.5 ms, expected 0 to 242.4 ms',
  status: 'open',
  metrics: [
    {
      ...figures,
      expected: 120.1,
      window: { from: '2026-11-25T02:07:00.000Z', to: '2026-11-25T02:10:00.000Z' },
      status: 'open',
    },
  ],
  detected_at: '2026-11-25T02:10:12.031Z',
  acknowledged_at: null,
  acknowledged_by: null,
  ended_at: null,
  end_reason: null,
} as const;

/** What requests and responses look like, by route. */
export const examples = {
  list: {
    response: { anomalies: [anomaly], total_count: 1, limit: 50, offset: 0, next_cursor: null },
  },
  get: {
    response: {
      success: true,
      anomaly,
      possible_causes: [
        {
          version: '2.4.0',
          previous_version: '2.3.9',
          first_seen_at: '2026-11-25T02:06:41.220Z',
        },
      ],
      scores: [
        {
          at: '2026-11-25T02:09:00.000Z',
          metric: 'latency_p95',
          value: 812.5,
          expected: 120.1,
          spread: 122.3,
          score: 5.7,
          state: 'anomaly',
        },
      ],
    },
  },
  scores: {
    response: {
      service: 'checkout',
      metric: 'latency_p95',
      from: '2026-11-24T02:10:00.000Z',
      to: '2026-11-25T02:10:00.000Z',
      points: [
        {
          at: '2026-11-25T02:09:00.000Z',
          value: 812.5,
          expected: 120.1,
          expected_low: 0,
          expected_high: 242.4,
          score: 5.7,
          state: 'anomaly',
        },
      ],
    },
  },
  acknowledge: {
    response: {
      success: true,
      anomaly: {
        ...anomaly,
        acknowledged_at: '2026-11-25T02:12:40.118Z',
        acknowledged_by: 'key:674a4565-e1fa-55d8-bf21-c9ff9873b654',
      },
    },
  },
} as const;
