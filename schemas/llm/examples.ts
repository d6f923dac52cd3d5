const range = { from: '2026-11-24T10:15:00.000Z', to: '2026-11-25T10:15:10.000Z' };

const figures = {
  calls: 2,
  errors: 1,
  error_rate: 50,
  errors_by_type: [{ error_type: 'rate_limit', count: 1 }],
  input_tokens: 1_840,
  output_tokens: 212,
  cached_input_tokens: 512,
  cache_write_tokens: 0,
  reasoning_tokens: 64,
  avg_duration_ms: 1_310.5,
  p50_duration_ms: 812,
  p95_duration_ms: 1_809,
  first_token_calls: 1,
  p50_first_token_ms: 420,
  p95_first_token_ms: 420,
  cost_usd: 0.00608,
  unpriced_calls: 0,
};

const tool = {
  runs: 3,
  errors: 1,
  error_rate: 100 / 3,
  avg_duration_ms: 41,
  p95_duration_ms: 88,
};

const agent = { runs: 1, errors: 0, error_rate: 0, avg_duration_ms: 2_904, p95_duration_ms: 2_904 };

const call = {
  trace_id: '5b8efff798038103d269b633813fc60c',
  span_id: 'eee19b7ec3c1b174',
  service_name: 'support-bot',
  operation: 'chat',
  provider: 'openai',
  model: 'gpt-4o-2024-08-06',
  input_tokens: 920,
  output_tokens: 212,
  cached_input_tokens: 512,
  cache_write_tokens: 0,
  reasoning_tokens: 64,
  duration_ms: 1_809,
  first_token_ms: 420,
  cost_usd: 0.00378,
  has_error: false,
  error_type: null,
  conversation_id: 'conv-17',
  start_time: '2026-11-25T10:14:51.000Z',
};

const conversation = {
  id: 'conv-17',
  calls: 1,
  errors: 0,
  input_tokens: 920,
  output_tokens: 212,
  cached_input_tokens: 512,
  cache_write_tokens: 0,
  reasoning_tokens: 64,
  cost_usd: 0.00378,
  unpriced_calls: 0,
  services: ['support-bot'],
  models: ['gpt-4o-2024-08-06'],
  first_call_at: '2026-11-25T10:14:51.000Z',
  last_call_at: '2026-11-25T10:14:51.000Z',
};

const { trace_id, service_name } = call;

/** What responses look like, by route. */
export const examples = {
  list: {
    response: {
      calls: [call],
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
      agents: { ...agent, names: [{ name: 'triage', ...agent }] },
      tools: { ...tool, names: [{ name: 'search_orders', ...tool }] },
      ...range,
    },
  },
  conversations: {
    response: {
      conversations: [conversation],
      total_count: 1,
      limit: 50,
      offset: 0,
      ...range,
    },
  },
  conversation: {
    response: {
      ...conversation,
      is_content_shown: true,
      steps: [
        {
          kind: 'tool',
          name: 'search_orders',
          trace_id,
          span_id: '00f067aa0ba902b7',
          service_name,
          start_time: '2026-11-25T10:14:50.900Z',
          duration_ms: 88,
          has_error: false,
          error_type: null,
          call: null,
          messages: [],
        },
        {
          kind: 'call',
          name: call.model,
          trace_id,
          span_id: call.span_id,
          service_name,
          start_time: call.start_time,
          duration_ms: call.duration_ms,
          has_error: false,
          error_type: null,
          call,
          messages: [
            {
              role: 'user',
              content: 'Where is the order of [REDACTED:email]?',
              is_shortened: false,
            },
            { role: 'assistant', content: 'It arrives on Friday.', is_shortened: false },
          ],
        },
      ],
      total_count: 2,
      limit: 50,
      offset: 0,
      ...range,
    },
  },
} as const;
