/** What requests and responses look like, by route. */
export const examples = {
  recentIngest: {
    response: {
      requests: [
        {
          at: '2026-11-25T01:37:03.791Z',
          route: '/v1/traces',
          status: 200,
          code: null,
          reason: null,
          accepted: 1,
          refused: 0,
          client: 'node',
          duration_ms: 14.739,
          bytes: 402,
        },
      ],
      total: 1,
    },
  },
} as const;
