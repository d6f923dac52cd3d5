const rule = {
  id: '5f0c2b51-0d6e-5b0a-9f0e-6b1f6f9a2c11',
  name: 'Checkout is slow',
  description: 'Page the shop team',
  alert_type: 'threshold',
  metric: 'latency_p95',
  aggregation: null,
  filter: null,
  operator: '>',
  threshold: 500,
  conditions: [],
  match: 'all',
  scope_type: 'service',
  scope_value: 'checkout',
  time_window: 5,
  cooldown: 10,
  for_minutes: 0,
  recovery_threshold: 450,
  min_samples: 20,
  no_data: 'resolve',
  severity: 'critical',
  enabled: true,
  channel_ids: [],
  version: 1,
  status: 'quiet',
  created_at: '2026-11-25T01:37:03.661Z',
  updated_at: '2026-11-25T01:37:03.661Z',
  last_triggered_at: null,
  last_data_at: '2026-11-25T01:00:00.000Z',
  warning: null,
} as const;

const alert = {
  id: 'c1f7a6c2-6f0f-5d7c-8f7e-2c62c1d7b2aa',
  rule_id: rule.id,
  alert_rule_id: rule.id,
  rule_version: 1,
  name: rule.name,
  severity: 'critical',
  message:
    'Checkout is slow: latency_p95 of checkout is 812.5 ms over 5 min, the rule fires at > 500 ms',
  service_name: 'checkout',
  alert_type: 'threshold',
  metric: 'latency_p95',
  operator: '>',
  threshold: 500,
  scope_type: 'service',
  scope_value: 'checkout',
  current_value: 812.5,
  status: 'firing',
  triggered_at: '2026-11-25T02:10:00.412Z',
  resolved_at: null,
  resolve_reason: null,
  resolved_value: null,
  duration: '5m 12s',
  duration_seconds: 312,
  window: { from: '2026-11-25T02:05:00.000Z', to: '2026-11-25T02:10:00.000Z' },
  late: false,
  triage_item_id: '9b2a5c0e-3a44-5d0e-8f0b-6a1f5f1c7d20',
} as const;

const resolvedAlert = {
  ...alert,
  status: 'resolved',
  resolved_at: '2026-11-25T02:16:10.118Z',
  resolve_reason: 'recovered',
  resolved_value: 431.2,
  duration: '6m 9s',
  duration_seconds: 369,
} as const;

const evidence = {
  rule_version: 1,
  window: alert.window,
  service_name: 'checkout',
  samples: 412,
  late: 0,
  errors: 3,
  p50_ms: 120.4,
  p90_ms: 640.1,
  p95_ms: 812.5,
  p99_ms: 1204.7,
  avg_ms: 233.9,
  exemplars: [
    { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', duration_ms: 1530.2, is_error: false },
  ],
  log: [{ topic: 'windows', partition: 3, first: 9120, last: 9204 }],
} as const;

const grounds = { evidence, amendments: [] } as const;

/** What requests and responses look like, by route. */
export const examples = {
  listAlertRules: { response: { rules: [rule], total: 1, next_cursor: null } },
  createAlertRule: {
    request: {
      name: rule.name,
      description: rule.description,
      metric: rule.metric,
      operator: rule.operator,
      threshold: rule.threshold,
      scope_type: 'service',
      scope_value: 'checkout',
      cooldown: 10,
      recovery_threshold: 450,
      min_samples: 20,
      severity: 'critical',
    },
    response: { success: true, ...rule },
  },
  changeAlertRule: {
    request: { threshold: 600 },
    response: { success: true, ...rule, threshold: 600, version: 2 },
  },
  deleteAlertRule: { response: { success: true, id: rule.id } },
  toggleAlertRule: {
    request: { enabled: false },
    response: { success: true, ...rule, enabled: false, version: 2 },
  },
  alertRuleHistory: {
    response: {
      history: [{ ...resolvedAlert, ...grounds }],
      total: 1,
      limit: 100,
      next_cursor: null,
    },
  },
  listAlerts: {
    response: {
      success: true,
      alerts: [resolvedAlert],
      total: 1,
      limit: 50,
      offset: 0,
      next_cursor: null,
    },
  },
  activeAlerts: {
    response: {
      success: true,
      alerts: [alert],
      count: 1,
      total: 1,
      limit: 50,
      next_cursor: null,
      stale_since: null,
    },
  },
  alertRuleEvaluations: {
    response: {
      evaluations: [
        {
          window_to: '2026-11-25T02:15:10.000Z',
          rule_version: 1,
          evaluated_up_to: '2026-11-25T02:15:02.000Z',
          status: 'evaluated',
          reason: null,
          outcome: 'triggered',
          value: 12.5,
          samples: 40,
        },
      ],
      from: '2026-11-24T02:15:12.301Z',
      to: '2026-11-25T02:15:12.301Z',
      limit: 100,
      stale_since: null,
    },
  },
  alertSummary: {
    response: {
      success: true,
      summary: {
        total_rules: 4,
        enabled_rules: 3,
        active_alerts: 1,
        by_severity: { critical: 1, warning: 0, info: 0 },
        resolved_24h: 2,
      },
      cursor: 'Y2hhbmdlIDE4Mg',
      stale_since: null,
      timestamp: '2026-11-25T02:15:12.301Z',
    },
  },
  alertDashboard: {
    response: {
      success: true,
      window: '1h',
      stats: {
        health_score: 97.2,
        services: 1,
        total_traces: 4120,
        errors_24h: 61,
        avg_response: 182,
        traces_24h: 98204,
        error_rate: 0.4,
        deltas: { has_previous: true, errors: -12.5, avg_response: 3.1, health: -0.4 },
      },
      services: [
        { name: 'checkout', traces: 4120, errors: 16, error_rate: 0.4, avg_response: 182 },
      ],
      alerts: {
        count: 1,
        items: [
          {
            id: alert.id,
            name: alert.name,
            severity: alert.severity,
            message: alert.message,
            triggered_at: alert.triggered_at,
            duration: alert.duration,
          },
        ],
      },
      anomalies: { unacknowledged: 0, critical: 0 },
      error_hotspots: [
        { service: 'checkout', operation: 'POST /pay', total: 412, errors: 16, error_rate: 3.9 },
      ],
      time_series: [
        {
          time: '02:14',
          timestamp: '2026-11-25T02:14:00.000Z',
          requests: 68,
          errors: 0,
          avg_duration: 180,
          p50: 120,
          p95: 512,
          p99: 930,
        },
      ],
      timestamp: '2026-11-25T02:15:12.301Z',
    },
  },
  getAlert: {
    response: {
      ...resolvedAlert,
      success: true,
      ...grounds,
      timeline: [
        { at: alert.triggered_at, event: 'triggered', message: alert.message },
        {
          at: resolvedAlert.resolved_at,
          event: 'resolved',
          message: 'recovered, the value is 431.2',
        },
      ],
      silenced_later: null,
      acknowledged_at: null,
      time_to_acknowledge_seconds: null,
      time_to_resolve_seconds: 369,
    },
  },
} as const;
