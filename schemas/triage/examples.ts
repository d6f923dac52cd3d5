const item = {
  id: '9b2a5c0e-3a44-5d0e-8f0b-6a1f5f1c7d20',
  entity_type: 'alert',
  entity_id: 'c1f7a6c2-6f0f-5d7c-8f7e-2c62c1d7b2aa',
  title: 'Checkout is slow',
  message:
    'Checkout is slow: latency_p95 of checkout is 812.5 ms over 5 min, the rule fires at > 500 ms',
  severity: 'critical',
  status: 'open',
  service_name: 'checkout',
  team_id: null,
  team_name: null,
  timestamp: '2026-11-25T02:10:00.412Z',
  updated_at: '2026-11-25T02:10:00.412Z',
  escalation_level: 1,
  snoozed_until: null,
  acknowledged_at: null,
  resolved_at: null,
  resolved_by: null,
} as const;

const actedAt = '2026-11-25T02:45:10.118Z';

const acknowledged = {
  ...item,
  status: 'acknowledged',
  escalation_level: 0,
  updated_at: actedAt,
  acknowledged_at: actedAt,
} as const;

const opened = {
  at: item.timestamp,
  event: 'opened',
  actor: 'evaluator',
  note: null,
  snoozed_until: null,
} as const;

/** What requests and responses look like, by route. */
export const examples = {
  list: { response: { items: [item], total_count: 1, limit: 50, offset: 0, next_cursor: null } },
  get: {
    response: {
      success: true,
      item: acknowledged,
      history: [
        opened,
        {
          at: actedAt,
          event: 'acknowledged',
          actor: 'key:674a4565-e1fa-55d8-bf21-c9ff9873b654',
          note: 'Looking at it',
          snoozed_until: null,
        },
      ],
    },
  },
  acknowledge: {
    request: { entity_type: 'alert', note: 'Looking at it' },
    response: { success: true, item: acknowledged },
  },
  acknowledgeAlert: {
    request: { note: 'Looking at it' },
    response: { success: true, item: acknowledged },
  },
  investigate: {
    request: { entity_type: 'alert' },
    response: { success: true, item: { ...acknowledged, status: 'investigating' } },
  },
  resolve: {
    request: { entity_type: 'alert', note: 'Rolled back' },
    response: {
      success: true,
      item: { ...acknowledged, status: 'resolved', resolved_at: actedAt, resolved_by: 'user' },
    },
  },
  snooze: {
    request: { entity_type: 'alert', duration: '4h' },
    response: {
      success: true,
      item: {
        ...item,
        status: 'snoozed',
        escalation_level: 0,
        updated_at: actedAt,
        snoozed_until: '2026-11-25T06:45:10.118Z',
      },
    },
  },
} as const;
