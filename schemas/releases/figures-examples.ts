import { exampleDeploy, exampleRelease } from './examples.ts';

const { last_deploy: _, ...release } = { ...exampleRelease, deploy_count: 1 };

const counted = { request_count: 1_200, error_count: 6, error_rate: 0.5, p95_latency: 182.452224 };

const figures = {
  services: ['checkout'],
  window_seconds: 1_800,
  before: {
    from: '2026-11-25T00:32:00.000Z',
    to: '2026-11-25T01:02:00.000Z',
    ...counted,
    new_error_groups: 0,
  },
  after: {
    from: '2026-11-25T01:02:00.000Z',
    to: '2026-11-25T01:32:00.000Z',
    ...counted,
    error_count: 30,
    error_rate: 2.5,
    new_error_groups: 1,
  },
  adoption: {
    from: '2026-11-25T01:02:00.000Z',
    to: '2026-11-25T01:32:00.000Z',
    span_count: 9_600,
    version_span_count: 9_120,
    percent: 95,
  },
};

/** What responses look like. */
export const figuresExamples = {
  list: {
    response: {
      releases: [{ ...release, deployment: exampleDeploy, figures }],
      total: 1,
      environments: ['production'],
      services: ['checkout'],
      next_cursor: null,
    },
  },
  one: { response: { ...release, deployments: [{ deployment: exampleDeploy, figures }] } },
} as const;
