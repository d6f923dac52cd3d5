/** What requests and responses look like, by route. */
export const examples = {
  adminKeys: {
    response: {
      keys: [
        {
          id: '674a4565-e1fa-55d8-bf21-c9ff9873b654',
          organization_id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
          kind: 'live',
          hint: 'zhAQ',
          service_name: 'checkout',
          issued_at: '2026-11-25T01:37:03.661Z',
          revoked_at: null,
        },
      ],
    },
  },
  adminRevokeKey: {
    response: {
      id: '674a4565-e1fa-55d8-bf21-c9ff9873b654',
      revoked: true,
    },
  },
} as const;
