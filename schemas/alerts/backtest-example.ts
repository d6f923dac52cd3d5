/** One threshold of a sweep that would have fired once. */
export const backtestExample = {
  request: {
    rule: {
      metric: 'latency_p95',
      operator: '>',
      threshold: 500,
      scope_type: 'service',
      scope_value: 'checkout',
    },
    sweep: { thresholds: [400] },
    from: '2026-11-25T02:00:00Z',
    to: '2026-11-25T03:00:00Z',
  },
  response: {
    success: true,
    from: '2026-11-25T02:00:00.000Z',
    to: '2026-11-25T03:00:00.000Z',
    evaluated_up_to: '2026-11-25T03:00:00.000Z',
    results: [
      {
        rule_id: null,
        name: 'A rule that is tried',
        alert_type: 'threshold',
        metric: 'latency_p95',
        operator: '>',
        threshold: 400,
        transitions: [
          {
            at: '2026-11-25T02:09:41.003Z',
            event: 'triggered',
            rule_version: 1,
            window: { from: '2026-11-25T02:04:50.000Z', to: '2026-11-25T02:09:50.000Z' },
            value: 812.5,
            samples: 214,
            reason: null,
            message:
              'A rule that is tried: latency_p95 of checkout is 812.5 ms over 5 min, the rule fires at > 400 ms',
          },
          {
            at: '2026-11-25T02:16:10.000Z',
            event: 'resolved',
            rule_version: 1,
            window: { from: '2026-11-25T02:11:20.000Z', to: '2026-11-25T02:16:20.000Z' },
            value: 321.2,
            samples: null,
            reason: 'recovered',
            message: null,
          },
        ],
        transitions_total: 2,
        alerts: 1,
        minutes: { ok: 53.52, pending: 0, firing: 6.48, no_data: 0, off: 0 },
        notices: [
          {
            at: '2026-11-25T02:09:41.003Z',
            why: 'first',
            channel_id: '3d0c8a3e-1f5b-5a1c-9d54-0f5d1b0f6a77',
            channel_name: 'Shop team',
            silenced: false,
          },
          {
            at: '2026-11-25T02:16:10.000Z',
            why: 'resolved',
            channel_id: '3d0c8a3e-1f5b-5a1c-9d54-0f5d1b0f6a77',
            channel_name: 'Shop team',
            silenced: false,
          },
        ],
        notices_total: 2,
      },
    ],
  },
} as const;
