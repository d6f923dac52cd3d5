import type { GoType } from './go-json.ts';

const struct = (fields: { readonly [field: string]: GoType }): GoType => ({ struct: fields });
const slice = (item: GoType): GoType => ({ slice: item });
const pointer = (item: GoType): GoType => ({ pointer: item });

const trace = struct({
  id: 'string',
  trace_id: 'string',
  service_name: 'string',
  operation_name: 'string',
  start_time: 'time',
  duration_ms: 'int',
  status_code: 'string',
  has_error: 'bool',
  span_count: 'int',
});

const span = struct({
  id: 'string',
  span_id: 'string',
  parent_span_id: pointer('string'),
  service_name: 'string',
  operation_name: 'string',
  kind: 'string',
  start_time: 'time',
  duration_ms: 'int',
  status_code: 'string',
});

const service = struct({
  id: 'string',
  name: 'string',
  request_count: 'int',
  error_rate: 'float64',
  p95_latency: 'float64',
  avg_latency: 'float64',
  last_seen: 'time',
});

const operation = struct({
  operation_name: 'string',
  count: 'int',
  error_rate: 'float64',
  p95_latency: 'float64',
  avg_latency: 'float64',
});

const healthCheck = struct({
  id: 'string',
  service_name: 'string',
  check_name: 'string',
  check_type: 'string',
  endpoint_url: pointer('string'),
  check_interval_seconds: pointer('int'),
  heartbeat_interval_seconds: pointer('int'),
  status: 'string',
  uptime_percentage: 'float64',
  enabled: 'bool',
  alert_enabled: 'bool',
  last_check_at: pointer('time'),
  consecutive_failures: 'int',
});

const alertRule = struct({
  id: 'string',
  name: 'string',
  description: pointer('string'),
  enabled: 'bool',
  alert_type: 'string',
  scope_type: 'string',
  scope_value: pointer('string'),
  metric: 'string',
  operator: 'string',
  threshold: 'float64',
  severity: 'string',
  time_window: 'int',
  cooldown: 'int',
  created_at: 'time',
  last_triggered_at: pointer('time'),
});

const dashboardAlert = struct({
  id: 'string',
  name: 'string',
  severity: 'string',
  message: 'string',
  triggered_at: 'string',
  duration: 'string',
});

const webhook = struct({
  id: 'string',
  name: 'string',
  url: 'string',
  description: pointer('string'),
  events: slice('string'),
  enabled: 'bool',
  status: 'string',
  total_deliveries: 'int',
  successful_deliveries: 'int',
  failed_deliveries: 'int',
  last_delivery_at: pointer('string'),
  created_at: 'string',
});

/** The structs that the clients decode answers into, by the route that gives them. */
export const goStructs = {
  listChannels: struct({
    channels: slice(struct({ id: 'string', name: 'string', type: 'string', enabled: 'bool' })),
  }),
  listWebhooks: struct({ webhooks: slice(webhook), total: 'int' }),
  createWebhook: struct({ id: 'string', name: 'string', url: 'string', secret: 'string' }),
  listTraces: struct({ traces: slice(trace), total_count: 'int', limit: 'int', offset: 'int' }),
  getTrace: struct({ trace, spans: slice(span) }),
  /** The data of one event. */
  streamTraces: trace,
  listServices: struct({ services: slice(service) }),
  serviceDetail: struct({
    name: 'string',
    request_count: 'int',
    error_rate: 'float64',
    p50_latency: 'float64',
    p95_latency: 'float64',
    p99_latency: 'float64',
    avg_latency: 'float64',
    top_errors: slice(struct({ message: 'string', count: 'int' })),
    operations: slice(operation),
  }),
  serviceErrors: struct({
    errors: slice(
      struct({
        span_id: 'string',
        operation: 'string',
        message: 'string',
        duration_ms: 'float64',
        timestamp: 'time',
      }),
    ),
  }),
  serviceTimeseries: struct({
    service: 'string',
    from: 'time',
    to: 'time',
    step_seconds: 'int',
    sample_count: 'int',
    points: slice(
      struct({
        timestamp: 'time',
        requests: 'int',
        errors: 'int',
        error_rate: 'float64',
        avg_ms: 'float64',
        p50_ms: 'float64',
        p95_ms: 'float64',
        p99_ms: 'float64',
      }),
    ),
  }),
  serviceMetrics: struct({
    success: 'bool',
    service: 'string',
    window: 'string',
    timestamp: 'time',
    from: 'time',
    to: 'time',
    sample_count: 'int',
    metrics: struct({
      p50_latency_ms: 'float64',
      p95_latency_ms: 'float64',
      p99_latency_ms: 'float64',
      error_rate: 'float64',
      success_rate: 'float64',
      throughput: 'int',
    }),
  }),
  listHealthChecks: struct({ health_checks: slice(healthCheck), total: 'int' }),
  createHealthCheck: healthCheck,
  listAlertRules: struct({ rules: slice(alertRule) }),
  createAlertRule: alertRule,
  alertRuleHistory: struct({
    history: slice(
      struct({
        id: 'string',
        alert_rule_id: 'string',
        triggered_at: 'time',
        status: 'string',
        current_value: pointer('float64'),
        threshold: 'float64',
        message: 'string',
      }),
    ),
  }),
  activeAlerts: struct({ alerts: slice(dashboardAlert), count: 'int', limit: 'int' }),
  alertDashboard: struct({
    stats: struct({
      health_score: 'float64',
      services: 'int',
      total_traces: 'int',
      errors_24h: 'int',
      avg_response: 'int',
      traces_24h: 'int',
      error_rate: 'float64',
      deltas: struct({
        has_previous: 'bool',
        errors: 'float64',
        avg_response: 'float64',
        health: 'float64',
      }),
    }),
    services: slice(
      struct({
        name: 'string',
        traces: 'int',
        errors: 'int',
        error_rate: 'float64',
        avg_response: 'int',
      }),
    ),
    alerts: struct({ count: 'int', items: slice(dashboardAlert) }),
    anomalies: struct({ unacknowledged: 'int', critical: 'int' }),
    error_hotspots: slice(
      struct({
        service: 'string',
        operation: 'string',
        total: 'int',
        errors: 'int',
        error_rate: 'float64',
      }),
    ),
    time_series: slice(
      struct({
        time: 'string',
        requests: 'int',
        errors: 'int',
        avg_duration: 'int',
        p50: 'int',
        p95: 'int',
        p99: 'int',
      }),
    ),
    timestamp: 'string',
  }),
  listTriageItems: struct({
    items: slice(
      struct({
        id: 'string',
        entity_type: 'string',
        title: 'string',
        severity: 'string',
        status: 'string',
        service_name: 'string',
        timestamp: 'time',
        team_id: pointer('string'),
        team_name: pointer('string'),
        escalation_level: 'int',
      }),
    ),
    total_count: 'int',
  }),
  startConversation: struct({ id: 'string' }),
  subscription: struct({
    plan: 'string',
    status: 'string',
    usage: struct({ traces_used: 'int', trace_limit: 'int', percentage: 'float64' }),
  }),
  register: struct({
    verification_required: 'bool',
    session_id: 'string',
    message: 'string',
    expires_at: 'time',
  }),
  verify: struct({
    api_key: 'string',
    user_id: 'string',
    organization_id: 'string',
    service_name: 'string',
    dashboard_url: 'string',
  }),
  integrationStatus: struct({
    status: 'string',
    integration: struct({
      service_name: 'string',
      integration_type: 'string',
      source: 'string',
      status: 'string',
      first_data_at: pointer('time'),
      last_data_at: pointer('time'),
    }),
  }),
} as const satisfies Readonly<Record<string, GoType>>;
