import { openSpanBatch } from '../../../platform/otlp/span-batch.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { consumers, topics } from '../../../schemas/topics.ts';
import {
  createOperationCardinalityLimiter,
  type OperationCardinalityLimiter,
} from '../cardinality/operation-limiter.ts';
import { limits } from '../config.ts';
import { spanTables } from '../core/tables.ts';
import type { BatchDecoder } from '../decode/open.ts';
import { buildBatch } from '../gather/build-batch.ts';
import type { BatchBuffers } from './batch-buffers.ts';
import type { TelemetryPipeline } from './pipeline.ts';

type Dependencies = {
  readonly topicLog: TopicLog;
  readonly warehouse: Warehouse;
  readonly folds: BatchDecoder;
  /** Gets the number of operations of a batch beyond the limit, and the service of the first. */
  readonly onOperationsOverflow: (operations: number, service: string) => void;
};

/** Spans, and all that follows from them. */
export function createSpanPipeline(dependencies: Dependencies): TelemetryPipeline {
  const { warehouse, onOperationsOverflow: onOverflow } = dependencies;
  const cap = createOperationCardinalityLimiter({ warehouse, onOverflow });
  return {
    ...consumers.spans,
    tables: spanTables,
    batchesAtOnce: limits.batchesAtOnce,
    build: buildBatch,
    openDesk: () => openDesk(dependencies, cap),
  };
}

function openDesk(
  { topicLog, folds }: Dependencies,
  cap: OperationCardinalityLimiter,
): BatchBuffers {
  const spans = openSpanBatch();
  return {
    fold: async (batch, signal) => {
      const deltaPartitions = await topicLog.partitions(topics.windows);
      const folded = await folds.spans({ ...batch, deltaPartitions }, spans, signal);
      return cap.applied(folded, { range: batch.range, deltaPartitions, signal });
    },
    // Under load the memory of one batch serves the next; a small batch gives it back.
    clear: () => spans.spanRows >= limits.batchRowsReused && spans.reset(),
  };
}
