/** What requests and responses look like, by route. */
export const examples = {
  subscription: {
    response: {
      plan: 'free',
      status: 'active',
      usage: {
        traces_used: 1,
        trace_limit: 200000,
        percentage: 0.0005,
        bytes_used: 402,
        bytes_limit: 20000000000,
      },
      current_period_end: '2026-12-01T00:00:00.000Z',
    },
  },
} as const;
