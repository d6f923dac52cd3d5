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
import { openGroupMemory } from '../repeats/group-memory.ts';
import { openRepeats } from '../repeats/repeats.ts';
import type { BatchBuffers } from './batch-buffers.ts';
import type { TelemetryPipeline } from './pipeline.ts';

type Dependencies = {
  readonly topicLog: TopicLog;
  readonly warehouse: Warehouse;
  readonly folds: BatchDecoder;
  /** For how long a span that is sent again does not count. */
  readonly resentWithinMs: number;
  /** Gets the number of operations of a batch beyond the limit, and the service of the first. */
  readonly onOperationsOverflow: (operations: number, service: string) => void;
};

/** Spans, and all that follows from them. */
export function createSpanPipeline(dependencies: Dependencies): TelemetryPipeline {
  const { warehouse, resentWithinMs, onOperationsOverflow: onOverflow } = dependencies;
  const memory = openGroupMemory();
  const cap = createOperationCardinalityLimiter({ warehouse, onOverflow });
  return {
    ...consumers.spans,
    tables: spanTables,
    batchesAtOnce: limits.batchesAtOnce,
    openBuild: source => {
      const { of } = openRepeats(source, { warehouse, memory, withinMs: resentWithinMs });
      return (records, range, aside, given) =>
        buildBatch(records, range, aside, {
          ...given,
          findRepeats: identities => of(identities, range, given.signal),
        });
    },
    openDesk: () => openDesk(dependencies, cap),
  };
}

function openDesk(
  { topicLog, folds }: Dependencies,
  cap: OperationCardinalityLimiter,
): BatchBuffers {
  const spans = openSpanBatch();
  return {
    fold: async (batch, folding) => {
      const deltaPartitions = await topicLog.partitions(topics.windows);
      const folded = await folds.spans({ ...batch, deltaPartitions }, spans, folding);
      const { signal } = folding;
      return cap.applied(folded, { range: batch.range, deltaPartitions, signal });
    },
    // Under load the memory of one batch serves the next; a small batch gives it back.
    clear: () => spans.spanRows >= limits.batchRowsReused && spans.reset(),
  };
}
