import { examples as ofAlerts } from '../alerts/examples.ts';

const { success: _, ...alertRule } = ofAlerts.createAlertRule.response;

const objective = {
  id: '2b1c7a64-5a0e-5b57-9c1d-7a0b6de9f4c2',
  name: 'Checkout answers',
  description: null,
  kind: 'availability',
  threshold_ms: null,
  service: 'checkout',
  operation: null,
  target: 99.9,
  window_days: 30,
  window_type: 'rolling',
  created_at: '2026-11-01T09:12:00.000Z',
  updated_at: '2026-11-01T09:12:00.000Z',
};

const range = {
  from: '2026-10-26T09:00:00.000Z',
  to: '2026-11-25T08:31:00.000Z',
  is_whole: true,
  sample_count: 1_200_000,
};

const figures = {
  ...range,
  period_ends_at: null,
  good: 1_199_400,
  total: 1_200_000,
  achieved_percent: 99.95,
  budget: {
    allowed: 1_200,
    spent: 600,
    remaining: 600,
    spent_percent: 50,
    remaining_percent: 50,
  },
  burn_rates: [
    { window: '5m', good: 139, total: 140, burn_rate: 7.142857142857143 },
    { window: '30m', good: 834, total: 840, burn_rate: 7.142857142857143 },
    { window: '1h', good: 1_670, total: 1_680, burn_rate: 5.9523809523809526 },
    { window: '6h', good: 9_980, total: 10_000, burn_rate: 2 },
    { window: '3d', good: 119_940, total: 120_000, burn_rate: 0.5 },
  ],
  burn_alert: null,
  forecast: { window: '6h', burn_rate: 2, exhausts_at: '2026-12-06T02:14:00.000Z' },
  state: 'healthy',
};

const rule = {
  ...alertRule,
  id: '7d1e9f0a-2c34-5e6b-8a90-1b2c3d4e5f60',
  name: 'Checkout answers, fast burn',
  description:
    'At a burn rate of 14.4, an hour spends 2 % of the error budget of "Checkout answers".',
  metric: `slo_burn_fast:${objective.id}`,
  threshold: 14.4,
  time_window: 60,
  cooldown: 5,
  recovery_threshold: 14.4,
  min_samples: 1,
};

const slowRule = {
  ...rule,
  id: '3b8c0d17-9e42-5f70-a1b2-c3d4e5f60718',
  name: 'Checkout answers, slow burn',
  description: 'At a burn rate of 6, 6 hours spend 5 % of the error budget of "Checkout answers".',
  metric: `slo_burn_slow:${objective.id}`,
  threshold: 6,
  time_window: 360,
  recovery_threshold: 6,
  severity: 'warning',
};

/** What requests and responses look like, by route. */
export const examples = {
  listObjectives: { response: { slos: [objective], next_cursor: null } },
  createObjective: {
    request: { name: objective.name, kind: 'availability', service: 'checkout', target: 99.9 },
    response: { success: true, ...objective },
  },
  getObjective: { response: { success: true, ...objective, ...figures } },
  objectiveHistory: {
    response: {
      id: objective.id,
      ...range,
      step_seconds: 10_800,
      allowed: 1_200,
      points: [
        {
          timestamp: range.from,
          good: 4_998,
          total: 5_000,
          burn_rate: 0.4,
          spent: 2,
          remaining: 1_198,
          remaining_percent: 99.83333333333333,
        },
      ],
    },
  },
  changeObjective: {
    request: { target: 99.95 },
    response: {
      success: true,
      ...objective,
      target: 99.95,
      updated_at: '2026-11-25T08:31:07.220Z',
    },
  },
  alertOnObjective: {
    request: { channel_ids: [] },
    response: { success: true, rules: [rule, slowRule] },
  },
  deleteObjective: { response: { success: true, id: objective.id } },
} as const;
