/** What a response looks like. */
export const example = {
  response: {
    service_name: 'checkout',
    trace_id: null,
    from: '2026-11-25T10:00:00.000Z',
    to: '2026-11-25T10:15:10.000Z',
    summary: [
      'In 12 of 14 failed traces, POST /charge of payments fails first: TimeoutError, upstream timed out.',
      'payments changed from version 1.4.2 to 1.5.0 at 2026-11-25T09:58:12.000Z.',
    ],
    change: {
      now: { requests: 120, error_rate: 11.7, p95_latency: 812.5 },
      before: { requests: 118, error_rate: 0, p95_latency: 120.1 },
    },
    sample: { failed_traces: 14, slow_traces: 50, spans: 410, is_whole: true },
    failures: [
      {
        service_name: 'payments',
        operation_name: 'POST /charge',
        peer: null,
        traces: 12,
        share: 85.7,
        trace_ids: ['5b8efff798038103d269b633813fc60c'],
        kind: 'SERVER',
        error_type: 'TimeoutError',
        message: 'upstream timed out',
      },
    ],
    slowness: [
      {
        service_name: 'payments',
        operation_name: 'POST /charge',
        peer: null,
        traces: 48,
        share: 96,
        trace_ids: ['5b8efff798038103d269b633813fc60c'],
        self_ms: 38_211.5,
        self_share: 81.2,
      },
    ],
    operations: [
      {
        operation_name: 'POST /checkout',
        now: { requests: 96, error_rate: 14.6, p95_latency: 840.2 },
        before: { requests: 94, error_rate: 0, p95_latency: 122.4 },
      },
    ],
    deployments: [
      {
        service_name: 'payments',
        version: '1.5.0',
        previous_version: '1.4.2',
        first_seen_at: '2026-11-25T09:58:12.000Z',
      },
    ],
    causes: [
      {
        kind: 'deploy',
        service_name: 'payments',
        subject: '1.5.0',
        explanation: 'payments changed from version 1.4.2 to 1.5.0 at 2026-11-25T09:58:12.000Z.',
        score: 0.9,
        evidence: [{ name: 'error_rate', unit: 'percent', before: 0, during: 11.7 }],
        deployment: null,
        trace_ids: ['5b8efff798038103d269b633813fc60c'],
      },
    ],
    reason: null,
  },
} as const;
