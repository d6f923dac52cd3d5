const organization = {
  id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
  name: 'Quiet Harbor 4711',
  created_at: '2026-11-25T01:37:03.661Z',
};

const erasure = {
  organization_id: organization.id,
  requested_at: '2026-11-25T02:00:00.000Z',
};

/** What requests and responses look like, by route. */
export const examples = {
  organization: { response: { ...organization, owner_email_hint: 'a…@example.com' } },
  renameOrganization: {
    request: { name: 'Acme Shops' },
    response: { ...organization, name: 'Acme Shops' },
  },
  adminEraseOrganization: {
    response: { ...erasure, state: 'running', erased_at: null, erased: null, left: [] },
  },
  adminErasure: {
    response: {
      ...erasure,
      state: 'erased',
      erased_at: '2026-11-25T02:00:41.530Z',
      erased: {
        streams: 214,
        events: 1_902,
        rows: [
          { table: 'spans', rows: 48_211 },
          { table: 'windows', rows: 3_420 },
        ],
        blobs: 12,
        mails: 3,
      },
      left: [
        {
          what: 'requests, commands and dead letters in the log, until their age',
          until: '2026-12-02T02:00:41.530Z',
        },
      ],
    },
  },
} as const;
