import { exampleDeploy } from '../releases/examples.ts';

const range = { from: '2026-11-25T00:37:00.000Z', to: '2026-11-25T01:37:30.000Z' };

/** What responses look like, by route. */
export const rangeExamples = {
  serviceHeatmap: {
    response: {
      service: 'checkout',
      operation: null,
      ...range,
      sample_count: 1,
      step_seconds: 30,
      buckets_per_octave: 64,
      bounds_ms: [24.90368, 25.165824],
      columns: [{ timestamp: '2026-11-25T01:37:00.000Z', counts: [1] }],
    },
  },
  listDeployments: {
    response: {
      deployments: [
        {
          service_name: 'checkout',
          version: '1.1.0',
          previous_version: '1.0.0',
          first_seen_at: '2026-11-25T01:02:03.000Z',
        },
      ],
      total: 1,
      is_whole: true,
      recorded: [exampleDeploy],
      ...range,
    },
  },
} as const;
