export const exampleDeploy = {
  id: '0f6f2b1a-7c11-5d5f-9a58-2e0f6c0a6a0e',
  release_id: '7a0b6de9-f4c2-5b57-9c1d-2b1c7a645a0e',
  version: '2026.11.4',
  environment: 'production',
  services: ['checkout'],
  name: null,
  url: 'https://ci.example.com/runs/812',
  deployer: 'deploy-bot',
  started_at: null,
  finished_at: '2026-11-25T01:02:00.000Z',
  deployed_at: '2026-11-25T01:02:00.000Z',
};

/** Before it was deployed. */
export const exampleRelease = {
  id: exampleDeploy.release_id,
  version: exampleDeploy.version,
  service_name: 'checkout',
  services: ['checkout'],
  source: 'cli',
  commit_sha: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  commit_range: null,
  url: 'https://example.com/changes/2026.11.4',
  author: 'Ada',
  notes: null,
  created_at: '2026-11-25T01:00:00.000Z',
  updated_at: '2026-11-25T01:00:00.000Z',
  finalized_at: null,
  deploy_count: 0,
  last_deploy: null,
};

const deployed = {
  ...exampleRelease,
  updated_at: '2026-11-25T01:02:00.412Z',
  deploy_count: 1,
  last_deploy: exampleDeploy,
};

/** What requests and responses look like, by route. */
export const examples = {
  recordRelease: {
    request: {
      version: '2026.11.4',
      service_name: 'checkout',
      source: 'cli',
      commit_sha: exampleRelease.commit_sha,
      url: exampleRelease.url,
      author: 'Ada',
    },
    response: exampleRelease,
  },
  listReleases: {
    response: {
      releases: [deployed],
      total: 1,
      page: 1,
      page_size: 20,
      environments: ['production'],
      services: ['checkout'],
      next_cursor: null,
    },
  },
  deployRelease: {
    request: {
      environment: 'production',
      url: exampleDeploy.url,
      deployer: 'deploy-bot',
      finished_at: '2026-11-25T01:02:00Z',
    },
    response: exampleDeploy,
  },
  getRelease: { response: { ...deployed, deploys: [exampleDeploy] } },
  changeRelease: {
    request: { notes: 'Faster carts', finalized: true },
    response: {
      ...deployed,
      notes: 'Faster carts',
      updated_at: '2026-11-25T01:03:07.220Z',
      finalized_at: '2026-11-25T01:03:07.220Z',
    },
  },
  deleteRelease: {
    response: { success: true, id: exampleRelease.id, version: exampleRelease.version },
  },
} as const;
