/** What responses look like, by route. */
export const examples = {
  widgetBadge: {
    response: {
      service: 'checkout',
      status: 'healthy',
      range: '24h',
      metrics: {
        response_time_ms: 25.034752,
        uptime_percentage: 99.98,
        uptime_source: 'health_checks',
        error_rate: 0,
        throughput: 1840,
      },
      trend: [{ timestamp: '2026-11-25T01:30:00.000Z', value: 25.034752 }],
      updated_at: '2026-11-25T01:37:04.341Z',
    },
  },
  widgetMetrics: {
    response: {
      service: 'checkout',
      range: '24h',
      from: '2026-11-24T01:45:00.000Z',
      to: '2026-11-25T01:45:00.000Z',
      step_seconds: 900,
      sample_count: 1840,
      summary: {
        p50_latency_ms: 11.993088,
        p95_latency_ms: 25.034752,
        p99_latency_ms: 40.108032,
        error_rate: 0,
        success_rate: 100,
        throughput: 1840,
        p99_is_maximum: false,
        avg_latency_ms: 13.2,
      },
      timeseries: [
        {
          timestamp: '2026-11-25T01:30:00.000Z',
          requests: 12,
          errors: 0,
          avg_ms: 13.2,
          p95_ms: 25.034752,
        },
      ],
      updated_at: '2026-11-25T01:37:04.341Z',
    },
  },
  widgetAlerts: {
    response: {
      counts: { critical: 1, warning: 0, info: 0, total: 1 },
      alerts: [
        {
          id: 'b3a2d07e-4c1c-5d0e-9c2b-0f6a4be1d7a1',
          name: 'Checkout errors',
          severity: 'critical',
          message: 'error_rate of checkout is 12.5 %, above 5 %',
          service_name: 'checkout',
          triggered_at: '2026-11-25T08:14:20.511Z',
        },
      ],
      status: 'unhealthy',
      updated_at: '2026-11-25T08:15:04.341Z',
    },
  },
  widgetOverview: {
    response: {
      overall_status: 'degraded',
      services: [
        {
          name: 'checkout',
          status: 'degraded',
          response_time_ms: 25.034752,
          error_rate: 6.25,
          uptime_percentage: 93.75,
          uptime_source: 'requests',
        },
      ],
      updated_at: '2026-11-25T01:37:04.341Z',
    },
  },
} as const;
