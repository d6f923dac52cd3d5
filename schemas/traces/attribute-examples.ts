const sampled = {
  from: '2026-11-25T01:00:00.000Z',
  to: '2026-11-25T01:37:00.000Z',
  sample_count: 400,
  sampled_one_in: 1,
};

/** What requests and responses look like, by route. */
export const attributeExamples = {
  listAttributes: {
    response: {
      key: 'http.route',
      items: [
        { text: '/cart', spans: 300 },
        { text: '/checkout', spans: 100 },
      ],
      ...sampled,
    },
  },
  compareSpans: {
    request: {
      selection: {
        from: '2026-11-25T01:00:00Z',
        to: '2026-11-25T01:37:00Z',
        service: 'checkout',
        min_duration_ms: 500,
      },
    },
    response: {
      selection: { spans: 40 },
      baseline: { spans: 360 },
      attributes: [
        {
          key: 'tenant.plan',
          value: 'gold',
          selection: { spans: 38, share: 95 },
          baseline: { spans: 36, share: 10 },
          difference: 85,
        },
      ],
      is_whole: true,
      ...sampled,
    },
  },
} as const;
