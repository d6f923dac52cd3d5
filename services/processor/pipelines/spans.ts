import { openSpanBatch } from '../../../platform/otlp/span-batch.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { consumers, topics } from '../../../schemas/topics.ts';
import {
  createEdgeCardinalityLimiter,
  type EdgeCardinalityLimiter,
} from '../cardinality/edge-limiter.ts';
import {
  createOperationCardinalityLimiter,
  type OperationCardinalityLimiter,
} from '../cardinality/operation-limiter.ts';
import { limits } from '../config.ts';
import { batchName } from '../core/range.ts';
import { spanTables } from '../core/tables.ts';
import type { BatchDecoder } from '../decode/open.ts';
import { edgeBlocks, withEdges } from '../edges/edge-blocks.ts';
import { openEdges } from '../edges/edges.ts';
import { openEndMemory } from '../edges/end-memory.ts';
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
  /** Gets the number of windows of a batch whose edge is beyond the limit. */
  readonly onEdgesOverflow: (windows: number) => void;
};

type Caps = {
  readonly operations: OperationCardinalityLimiter;
  readonly edges: EdgeCardinalityLimiter;
};

/** Spans, and all that follows from them. */
export function createSpanPipeline(dependencies: Dependencies): TelemetryPipeline {
  const { warehouse, resentWithinMs, onEdgesOverflow } = dependencies;
  const { onOperationsOverflow: onOverflow } = dependencies;
  const memory = openGroupMemory();
  const ends = openEndMemory();
  const edgeCap = createEdgeCardinalityLimiter({ warehouse, onOverflow: onEdgesOverflow });
  const cap = createOperationCardinalityLimiter({ warehouse, onOverflow });
  return {
    ...consumers.spans,
    tables: spanTables,
    batchesAtOnce: limits.batchesAtOnce,
    openBuild: source => {
      const repeats = openRepeats(source, { warehouse, memory, withinMs: resentWithinMs });
      const edges = openEdges(source, { warehouse, memory: ends });
      return (records, range, aside, given) =>
        buildBatch(records, range, aside, {
          ...given,
          findRepeats: identities => repeats.of(identities, range, given.signal),
          findEdges: found => edges.of(found, range, given.signal),
        });
    },
    openDesk: () => openDesk(dependencies, { operations: cap, edges: edgeCap }),
  };
}

function openDesk({ topicLog, folds }: Dependencies, caps: Caps): BatchBuffers {
  const spans = openSpanBatch();
  return {
    fold: async (batch, folding) => {
      const deltaPartitions = await topicLog.partitions(topics.windows);
      const { ends, ...folded } = await folds.spans({ ...batch, deltaPartitions }, spans, folding);
      const { range, knownSeconds } = batch;
      const { signal } = folding;
      const capped = await caps.operations.applied(folded, { range, deltaPartitions, signal });
      const edges = await caps.edges.applied(await folding.findEdges(ends), signal);
      const blocks = await edgeBlocks(edges, { name: batchName(range), knownSeconds });
      return { ...capped, blocks: withEdges(capped.blocks, blocks) };
    },
    // Under load the memory of one batch serves the next; a small batch gives it back.
    clear: () => spans.spanRows >= limits.batchRowsReused && spans.reset(),
  };
}
