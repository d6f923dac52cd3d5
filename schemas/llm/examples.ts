const range = { from: '2026-11-24T10:15:00.000Z', to: '2026-11-25T10:15:10.000Z' };

const figures = {
  calls: 2,
  errors: 1,
  error_rate: 50,
  input_tokens: 1_840,
  output_tokens: 212,
  avg_duration_ms: 1_310.5,
  p50_duration_ms: 812,
  p95_duration_ms: 1_809,
};

/** What responses look like, by route. */
export const examples = {
  list: {
    response: {
      calls: [
        {
          trace_id: '5b8efff798038103d269b633813fc60c',
          span_id: 'eee19b7ec3c1b174',
          service_name: 'support-bot',
          operation: 'chat',
          provider: 'openai',
          model: 'gpt-4o-2024-08-06',
          input_tokens: 920,
          output_tokens: 212,
          duration_ms: 1_809,
          has_error: false,
          error_type: null,
          start_time: '2026-11-25T10:14:51.000Z',
        },
      ],
      total_count: 2,
      limit: 20,
      offset: 0,
      ...range,
    },
  },
  stats: {
    response: {
      total: figures,
      models: [{ provider: 'openai', model: 'gpt-4o-2024-08-06', ...figures }],
      ...range,
    },
  },
} as const;
