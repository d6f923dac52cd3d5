const backupJob = {
  id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427',
  kind: 'backup',
  state: 'succeeded',
  started_at: '2026-11-25T01:37:06.000Z',
  ended_at: '2026-11-25T01:37:09.412Z',
  step: 'ended',
  done: 312,
  total: null,
  error: null,
  backup: {
    folder: '/var/backups/tidemark/2026-11-25T01-37-06.000Z',
    started_at: '2026-11-25T01:37:06.000Z',
    finished_at: '2026-11-25T01:37:09.400Z',
    files: 314,
    bytes: 48_211_968,
    shared_bytes: 31_457_280,
  },
  verification: null,
  rebuild: null,
} as const;

const verificationJob = {
  id: '6fa459ea-ee8a-4ca4-894e-db77e160355e',
  kind: 'verification',
  state: 'running',
  started_at: '2026-11-25T01:37:10.000Z',
  ended_at: null,
  step: 'requests',
  done: 12_000,
  total: 40_210,
  error: null,
  backup: null,
  verification: null,
  rebuild: null,
} as const;

const rebuildJob = {
  id: '9b2f6a1e-0c55-4a4e-8f0b-2c9d1f7a6e30',
  kind: 'rebuild',
  state: 'succeeded',
  started_at: '2026-11-25T01:38:00.000Z',
  ended_at: '2026-11-25T01:38:09.120Z',
  step: 'reads events',
  done: 812_000,
  total: 1_000_000,
  error: null,
  backup: null,
  verification: null,
  rebuild: null,
} as const;

/** What requests and responses look like, by route. */
export const examples = {
  adminStatus: {
    response: {
      version: '0.1.0',
      url: 'https://tidemark.example',
      roles: ['query-api'],
      started_at: '2026-11-25T01:37:01.893Z',
      status: 'ready',
      cause: null,
      head: 11,
      consumers: [
        {
          group: 'processor',
          topic: 'spans',
          partition: 0,
          committed: 0,
          end: 0,
          lag: 0,
        },
      ],
      projections: [
        {
          name: 'api-keys',
          checkpoint: 11,
          lag: 0,
        },
      ],
      last_data_at: '2026-11-25T01:37:03.792Z',
      requests: [
        {
          at: '2026-11-25T01:37:04.383Z',
          route: '/v1/billing/subscription',
          status: 200,
          code: null,
          reason: null,
          accepted: 0,
          refused: 0,
          client: 'node',
          duration_ms: 15.51,
          method: 'GET',
          organization_id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
        },
      ],
    },
  },
  adminDead: {
    response: {
      records: [
        {
          id: 'spans/2/41',
          topic: 'spans',
          partition: 2,
          offset: 41,
          reason: 'undecodable',
          error: 'expected a message of 12 bytes, found 7',
          dead_at: '2026-11-25T01:37:05.000Z',
          redriven: false,
          bytes: 402,
          headers: {
            format: 'protobuf',
          },
        },
      ],
      total: 1,
    },
  },
  adminReplay: {
    response: {
      projection: 'integrations',
      events: 12,
      rows: 1,
      differences: [],
      difference_count: 0,
      switched: true,
      duration_ms: 32,
    },
    request: {
      diff: true,
    },
  },
  adminHistory: {
    response: {
      stream: 'organization-0c293219-67d8-5369-b5c4-53b455d2bbb3',
      events: [
        {
          revision: 0,
          position: 5,
          id: 'f313b81d-6cd3-5d75-b2ed-2bfcf36c4e42',
          type: 'OrganizationCreated',
          at: '2026-11-25T01:37:03.661Z',
          actor: 'session:3919d8ba-e3c5-53d0-b57e-e1d5c7f70e29',
          causation_id: '0a3b3c4a-e5f5-4a54-a9d4-545b2ea7c660',
          correlation_id: '38db0ab2-45ff-4962-b540-3c69f66c79fe',
          data: {
            organizationId: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
            displayName: {
              sealed: 'AcBFVgSmjhDRyekiuFlVD2TM02tCkK13ieKpusa7oUmPaCfF-8Khhh8EK3k',
            },
            ownerId: '0f0b6a1b-7f09-5c28-aae2-4a2bbfc58525',
          },
          state: {
            kind: 'organization',
            ownerId: '0f0b6a1b-7f09-5c28-aae2-4a2bbfc58525',
          },
        },
      ],
    },
  },
  adminSql: {
    response: {
      columns: [
        {
          name: 'service',
          type: 'LowCardinality(String)',
        },
        {
          name: 'spans',
          type: 'UInt64',
        },
      ],
      rows: [['checkout', '1']],
      is_cut: false,
      duration_ms: 152,
    },
    request: {
      sql: 'SELECT service, count() AS spans FROM spans GROUP BY service',
    },
  },
  adminDeadShow: {
    response: {
      id: 'spans/2/41',
      topic: 'spans',
      partition: 2,
      offset: 41,
      reason: 'undecodable',
      error: 'expected a message of 12 bytes, found 7',
      dead_at: '2026-11-25T01:37:05.000Z',
      redriven: false,
      bytes: 402,
      headers: {
        format: 'protobuf',
      },
      organization_id: '0c293219-67d8-5369-b5c4-53b455d2bbb3',
      received_at: '2026-11-25T01:37:04.000Z',
      redriven_at: [],
      kept: {
        topic: 'spans.dead',
        partition: 1,
        offset: 0,
      },
      body: {
        kind: 'hex',
        bytes: 402,
        content: '0a07',
        problem: 'expected a message of 12 bytes, found 7',
      },
    },
  },
  adminRedrive: {
    request: {
      ids: ['spans/2/41'],
    },
    response: {
      redriven: 1,
    },
  },
  adminBackUp: {
    request: { folder: '/var/backups/tidemark' },
    response: { ...backupJob, state: 'running', ended_at: null, step: 'files', backup: null },
  },
  adminVerify: { request: { since: '2026-11-24T00:00:00.000Z' }, response: verificationJob },
  adminJobs: { response: { jobs: [verificationJob, backupJob] } },
  adminJob: { response: backupJob },
  adminRebuild: {
    request: { diff: true },
    response: { ...rebuildJob, state: 'running', ended_at: null },
  },
  adminCancelJob: {
    response: { ...rebuildJob, state: 'cancelled', step: 'ended' },
  },
} as const;
