export const example = {
  response: {
    success: true,
    id: 'c1f7a6c2-6f0f-5d7c-8f7e-2c62c1d7b2aa',
    service_name: 'checkout',
    selection: { from: '2026-11-25T02:05:00.000Z', to: '2026-11-25T02:15:00.000Z' },
    baseline: { from: '2026-11-25T01:05:00.000Z', to: '2026-11-25T02:05:00.000Z' },
    causes: [
      {
        kind: 'failing_dependency',
        service_name: 'payments',
        subject: 'database postgresql:orders',
        explanation:
          'Calls of payments to database postgresql:orders fail (LockTimeout: waited 90 ms) in 80 of 100 failed traces.',
        score: 0.72,
        evidence: [
          { name: 'error_rate', unit: 'percent', before: 0.2, during: 41.5 },
          { name: 'errors', unit: 'count', before: 0, during: 80 },
        ],
        deployment: null,
        trace_ids: ['5b8efff798038103d269b633813fc60c'],
      },
    ],
    reason: null,
  },
} as const;
