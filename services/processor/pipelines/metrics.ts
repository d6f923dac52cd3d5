import { openMetricBatch } from '../../../platform/otlp/metric-batch.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { consumers } from '../../../schemas/topics.ts';
import {
  createSeriesCardinalityLimiter,
  type SeriesCardinalityLimiter,
} from '../cardinality/series-limiter.ts';
import { limits } from '../config.ts';
import { metricTables } from '../core/tables.ts';
import type { BatchDecoder } from '../decode/open.ts';
import { buildBatch } from '../gather/build-batch.ts';
import type { BatchBuffers } from './batch-buffers.ts';
import type { TelemetryPipeline } from './pipeline.ts';

/**
 * Data points.
 *  onOverflow  gets the number of series of a batch without attributes, and the metric of the first
 */
export function createMetricPipeline(options: {
  readonly warehouse: Warehouse;
  readonly folds: BatchDecoder;
  readonly onOverflow: (series: number, metric: string) => void;
}): TelemetryPipeline {
  const cap = createSeriesCardinalityLimiter(options);
  return {
    ...consumers.metrics,
    tables: metricTables,
    batchesAtOnce: limits.metricBatchesAtOnce,
    openBuild: () => buildBatch,
    openDesk: () => openDesk(options.folds, cap),
  };
}

function openDesk(folds: BatchDecoder, cap: SeriesCardinalityLimiter): BatchBuffers {
  const points = openMetricBatch();
  return {
    fold: async (batch, { signal }) => {
      const { series, ...folded } = await folds.points(batch, points, signal);
      return { ...folded, blocks: await cap.applied(folded.blocks, series, signal) };
    },
    clear: () => points.pointRows >= limits.batchRowsReused && points.reset(),
  };
}
