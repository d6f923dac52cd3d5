import { openMetricBatch } from '../../platform/otlp/metric-batch.ts';
import { decodeMetrics } from '../../platform/otlp/metrics.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { topics } from '../../schemas/topics.ts';
import { finishMetrics } from './blocks/metric-points.ts';
import { limits } from './config.ts';
import { metricTables } from './core/tables.ts';
import { openSeriesCap, type SeriesCap } from './series-cap.ts';
import type { Desk, Signal } from './signal.ts';
import { contextOf } from './spans.ts';

/** Its own: members of one group must consume the same topics. */
export const metricsGroup = 'processor-metrics';

/**
 * Data points.
 *  leftOut  told how many series of a metric lost their attributes in a batch
 */
export function openMetricSignal(options: {
  readonly warehouse: Warehouse;
  readonly leftOut: (series: number, metric: string) => void;
}): Signal {
  const cap = openSeriesCap(options);
  return {
    topic: topics.metrics,
    group: metricsGroup,
    tables: metricTables,
    batchesAtOnce: limits.metricBatchesAtOnce,
    openDesk: () => openDesk(cap),
  };
}

function openDesk(cap: SeriesCap): Desk {
  const points = openMetricBatch();
  return {
    begin: () => ({
      add: (request, requestIndex) => {
        const context = contextOf(request, requestIndex);
        decodeMetrics(request.body, request.format, context, points);
      },
      rows: () => points.facts().rows,
      finish: finishing => finishMetrics(points, cap, finishing),
    }),
    clear: () => points.pointRows >= limits.batchRowsReused && points.reset(),
  };
}
