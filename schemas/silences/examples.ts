const silence = {
  id: '7f0c2c5e-91a2-5c1c-8c1e-55a1b0a4f6c3',
  rule_id: null,
  service: 'checkout',
  severity: null,
  from: '2026-11-25T02:00:00.000Z',
  until: '2026-11-25T04:00:00.000Z',
  recurrence: null,
  reason: 'Database migration',
  status: 'active',
  ended_at: null,
  created_at: '2026-11-25T01:58:12.004Z',
  updated_at: '2026-11-25T01:58:12.004Z',
};

/** What requests and responses look like, by route. */
export const examples = {
  listSilences: { response: { silences: [silence], next_cursor: null } },
  createSilence: {
    request: {
      service: 'checkout',
      from: silence.from,
      until: silence.until,
      reason: silence.reason,
    },
    response: { success: true, ...silence },
  },
  changeSilence: {
    request: { until: '2026-11-25T05:00:00.000Z' },
    response: {
      success: true,
      ...silence,
      until: '2026-11-25T05:00:00.000Z',
      updated_at: '2026-11-25T03:40:01.551Z',
    },
  },
  endSilence: { response: { success: true, id: silence.id } },
} as const;
