import type { BatchRange } from '../core/range.ts';
import type { BatchTable } from '../core/tables.ts';
import type { BuildBatch } from '../gather/build-batch.ts';
import type { BatchBuffers } from './batch-buffers.ts';

/** One kind of telemetry: where it comes from, where it goes, and what its records become. */
export type TelemetryPipeline = {
  readonly topic: string;
  readonly group: string;
  /** Every table that a batch may go to. */
  readonly tables: readonly BatchTable[];
  /** Batches in memory at once. */
  readonly batchesAtOnce: number;
  readonly openDesk: () => BatchBuffers;
  /** For one run of a partition: what it remembers of the batches is forgotten with it. */
  readonly openBuild: (source: Pick<BatchRange, 'topic' | 'partition'>) => BuildBatch;
};
