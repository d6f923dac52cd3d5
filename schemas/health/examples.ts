const check = {
  id: '5b3f0f1e-5a0d-5c8e-9d3d-6f1f0c6a2b11',
  service_name: 'checkout',
  check_name: 'front page',
  check_type: 'pull',
  endpoint_url: 'https://shop.example.com/healthz',
  check_method: 'GET',
  expected_status_code: 200,
  check_interval_seconds: 30,
  timeout_seconds: 10,
  has_headers: false,
  has_body: false,
  assertions: {
    body_contains: null,
    json_path: { path: '$.status', equals: 'ok' },
    response_time_ms: 500,
    certificate_days: null,
  },
  heartbeat_interval_seconds: null,
  recovery_successes: 1,
  alert_enabled: true,
  enabled: true,
  status: 'unknown',
  uptime_percentage: 100,
  uptime_percentage_original: 100,
  last_check_at: null,
  last_error: null,
  consecutive_failures: 0,
  created_at: '2026-11-25T02:00:00.000Z',
  updated_at: '2026-11-25T02:00:00.000Z',
} as const;

const failing = {
  ...check,
  status: 'degraded',
  uptime_percentage: 99.25,
  uptime_percentage_original: 99.25,
  last_check_at: '2026-11-25T08:30:00.000Z',
  last_error: 'expected status 200, found 503',
  consecutive_failures: 1,
} as const;

const window = {
  id: '0d9f5d0e-7c2f-5a3c-9c1e-1f0f6a6f0b11',
  from: '2026-11-25T03:00:00.000Z',
  to: '2026-11-25T04:00:00.000Z',
  reason: 'Database migration',
} as const;

/** What requests and responses look like, by route. */
export const examples = {
  sendHeartbeat: {
    request: {
      service_name: 'checkout',
      status: 'healthy',
      metadata: { memory_usage: 104_857_600, cpu_usage: 12.5, active_connections: 42 },
    },
    response: {
      success: true,
      message: 'heartbeat received',
      next_expected_at: '2026-11-25T08:31:00.000Z',
    },
  },
  createHealthCheck: {
    request: {
      service_name: check.service_name,
      check_name: check.check_name,
      endpoint_url: check.endpoint_url,
      check_method: 'GET',
      expected_status_code: 200,
      check_interval_seconds: 30,
      alert_enabled: true,
      assertions: { json_path: { path: '$.status', equals: 'ok' }, response_time_ms: 500 },
    },
    response: { success: true, health_check: check, ...check },
  },
  listHealthChecks: { response: { health_checks: [failing], total: 1, next_cursor: null } },
  changeHealthCheck: {
    request: { check_interval_seconds: 60 },
    response: {
      success: true,
      health_check: { ...failing, check_interval_seconds: 60 },
      ...failing,
      check_interval_seconds: 60,
    },
  },
  deleteHealthCheck: { response: { success: true, id: check.id } },
  listMaintenance: { response: { maintenance: [window], total: 1 } },
  declareMaintenance: {
    request: { from: window.from, to: window.to, reason: window.reason },
    response: { success: true, maintenance: window, ...window },
  },
  removeMaintenance: { response: { success: true, id: window.id } },
  listHealthCheckResults: {
    response: {
      results: [
        {
          id: '0a0b6c1e-8a43-5d0f-9a51-0f2d4f1a7b10',
          at: '2026-11-25T08:30:00.000Z',
          kind: 'check',
          outcome: 'failed',
          duration_ms: 41.2,
          status_code: 503,
          error: 'expected status 200, found 503',
          metadata: null,
          recorded_at: '2026-11-25T08:30:00.062Z',
        },
      ],
      from: '2026-11-24T08:30:05.000Z',
      to: '2026-11-25T08:30:05.000Z',
      limit: 100,
    },
  },
  healthCheckUptime: {
    response: {
      days: [
        {
          day: '2026-11-24',
          uptime_percentage: null,
          uptime_percentage_original: null,
          passed: 0,
          failed: 0,
          down_seconds: null,
          outages: 0,
        },
        {
          day: '2026-11-25',
          uptime_percentage: 99.705,
          uptime_percentage_original: 99.705,
          passed: 1_017,
          failed: 3,
          down_seconds: null,
          outages: 1,
        },
      ],
      kept_from: '2026-10-27T00:00:00.000Z',
      known_at: null,
    },
  },
} as const;
