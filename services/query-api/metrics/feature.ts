import type { QueryShared } from '../shared.ts';
import { withWatermark } from '../watermark.ts';
import { listMetrics } from './metric-list.ts';
import { queryMetric } from './metric-query.ts';

export const metrics = {
  projections: [],
  handlers: (shared: QueryShared) => ({
    listMetrics: withWatermark(shared.watermarks.metrics, listMetrics(shared)),
    queryMetric: withWatermark(shared.watermarks.metrics, queryMetric(shared)),
  }),
};
