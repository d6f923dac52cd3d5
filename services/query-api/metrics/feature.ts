import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { listMetrics } from './metric-list.ts';
import { queryMetric } from './metric-query.ts';

export const metrics = {
  projections: [],
  handlers: (shared: QueryShared) => ({
    listMetrics: asKnown(shared, shared.watermarks.metrics, listMetrics(shared)),
    queryMetric: asKnown(shared, shared.watermarks.metrics, queryMetric(shared)),
  }),
};
