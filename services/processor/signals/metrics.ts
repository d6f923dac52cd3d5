import { openMetricBatch } from '../../../platform/otlp/metric-batch.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { consumers } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { metricTables } from '../core/tables.ts';
import type { Folds } from '../fold/open.ts';
import { openSeriesCap, type SeriesCap } from '../limits/series-cap.ts';
import type { Desk, Signal } from './signal.ts';

/**
 * Data points.
 *  leftOut  told how many series lost their attributes in a batch, and the metric of the first
 */
export function openMetricSignal(options: {
  readonly warehouse: Warehouse;
  readonly folds: Folds;
  readonly leftOut: (series: number, metric: string) => void;
}): Signal {
  const cap = openSeriesCap(options);
  return {
    ...consumers.metrics,
    tables: metricTables,
    batchesAtOnce: limits.metricBatchesAtOnce,
    openDesk: () => openDesk(options.folds, cap),
  };
}

function openDesk(folds: Folds, cap: SeriesCap): Desk {
  const points = openMetricBatch();
  return {
    fold: async (batch, signal) => {
      const { series, ...folded } = await folds.points(batch, points, signal);
      return { ...folded, blocks: await cap.applied(folded.blocks, series, signal) };
    },
    clear: () => points.pointRows >= limits.batchRowsReused && points.reset(),
  };
}
