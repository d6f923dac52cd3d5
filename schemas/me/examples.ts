import { examples as billing } from '../billing/examples.ts';

/** What requests and responses look like, by route. */
export const examples = {
  me: {
    response: {
      key: {
        id: '674a4565-e1fa-55d8-bf21-c9ff9873b654',
        name: 'dashboards',
        kind: 'read',
        services: null,
        expires_at: null,
        user_id: null,
        role: null,
      },
      organization: { id: '0c293219-67d8-5369-b5c4-53b455d2bbb3', name: 'Quiet Harbor 4711' },
      subscription: {
        plan: 'free',
        usage: billing.subscription.response.usage,
        over_quota: billing.subscription.response.over_quota,
        current_period_end: '2026-12-01T00:00:00.000Z',
      },
      assistant: {
        provider: 'anthropic',
        model: 'claude-sonnet-4-5',
        today: { questions: 3, input_tokens: 48_210, output_tokens: 1_904, cost_usd: 0.17319 },
        tokens_per_day: 2_000_000,
        cost_usd_per_day: 5,
        resets_at: '2026-11-26T00:00:00.000Z',
      },
      version: '1.0.0',
      earliest: {
        state: '2026-11-25T01:37:03.661Z',
        telemetry: '2026-10-26T01:38:03.661Z',
        proof: '2026-11-25T01:37:03.661Z',
      },
      watermark: '2026-11-25T01:38:03.661Z',
    },
  },
} as const;
