const organization = {
  id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
  name: 'Quiet Harbor 4711',
  created_at: '2026-11-25T01:37:03.661Z',
};

/** What requests and responses look like, by route. */
export const examples = {
  organization: { response: { ...organization, owner_email_hint: 'a…@example.com' } },
  renameOrganization: {
    request: { name: 'Acme Shops' },
    response: { ...organization, name: 'Acme Shops' },
  },
} as const;
