const id = '5b0c4e63-2f77-8d10-9a34-61f2c7d0e9ab';
const groupId = { success: true, id } as const;
const actedAt = '2026-11-25T02:45:10.118Z';

const group = {
  id,
  service_name: 'payments',
  error_type: 'CardDeclined',
  pattern: 'card of customer <n> was declined',
  message: 'card of customer 4711 was declined',
  top_frame: 'at charge (/app/src/charge.js:41:11)',
  count: 132,
  traces: 130,
  first_seen: '2026-11-25T02:10:03.114Z',
  last_seen: '2026-11-25T02:44:51.870Z',
  versions: ['1.8.0'],
  new_in_version: '1.8.0',
  is_new: true,
  status: 'open',
  status_since: null,
  latest: {
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    operation: 'POST /charges',
  },
  series: [
    { timestamp: '2026-11-25T02:00:00.000Z', count: 87 },
    { timestamp: '2026-11-25T02:30:00.000Z', count: 45 },
  ],
} as const;

const counted = {
  from: '2026-11-24T03:00:00.000Z',
  to: '2026-11-25T03:00:00.000Z',
  step_seconds: 1_800,
} as const;

/** What requests and responses look like, by route. */
export const errorExamples = {
  listErrors: {
    response: { errors: [group], total: 1, is_whole: true, limit: 50, ...counted },
  },
  getError: {
    response: {
      ...group,
      stack:
        'CardDeclined: card of customer 4711 was declined\n    at charge (/app/src/charge.js:41:11)',
      symbolicated: null,
      unmapped: {
        reason: 'no_map_of_release',
        message: 'no source map of release 1.8.0 has the file name charge.js.map',
      },
      operations: [{ operation_name: 'POST /charges', count: 132 }],
      examples: [
        {
          ...group.latest,
          message: group.message,
          version: '1.8.0',
          replay_id: null,
          timestamp: group.last_seen,
        },
      ],
      ...counted,
    },
  },
  resolveError: { response: { ...groupId, status: 'resolved', status_since: actedAt } },
  ignoreError: { response: { ...groupId, status: 'ignored', status_since: actedAt } },
  reopenError: { response: { ...groupId, status: 'open', status_since: null } },
} as const;
