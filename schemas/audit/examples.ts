/** What requests and responses look like, by route. */
export const examples = {
  audit: {
    response: {
      events: [
        {
          id: '5b0c2f0e-5d0a-5f3b-9a55-0c6f4be1d7a1',
          at: '2026-11-25T01:38:03.661Z',
          actor: { type: 'key', id: '674a4565-e1fa-55d8-bf21-c9ff9873b654' },
          type: 'OrganizationRenamed',
          summary: 'The organization was renamed',
          resource: { type: 'organization', id: '0c293219-67d8-5369-b5c4-53b455d2bbb3' },
          changes: [{ field: 'display_name', before: '(sealed)', after: '(sealed)' }],
          correlation_id: '0e7f1d52-3b64-4f8e-a2c9-71d5b8e6f304',
          causation_id: 'c9d0a3a1-8c1f-4b69-9d0e-2f7c85b3a6e4',
        },
      ],
      next_cursor: null,
    },
  },
} as const;
