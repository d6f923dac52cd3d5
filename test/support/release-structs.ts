import type { GoType } from './go-json.ts';

/** A text that may be missing is a text to these clients, and null in JSON leaves it empty. */
const optionalText: GoType = { pointer: 'string' };

const release: GoType = {
  struct: {
    id: 'string',
    version: 'string',
    service_name: optionalText,
    source: 'string',
    commit_sha: optionalText,
    commit_range: optionalText,
    url: optionalText,
    author: optionalText,
    created_at: 'string',
    finalized_at: optionalText,
  },
};

/** What clients written in Go read of releases. */
export const releaseStructs = {
  release,
  deploy: {
    struct: {
      id: 'string',
      release_id: 'string',
      environment: 'string',
      deployer: optionalText,
      deployed_at: 'string',
    },
  },
  list: {
    struct: {
      releases: { slice: release },
      total: 'int',
      page: 'int',
      page_size: 'int',
      environments: { slice: 'string' },
      services: { slice: 'string' },
    },
  },
} as const satisfies Readonly<Record<string, GoType>>;
