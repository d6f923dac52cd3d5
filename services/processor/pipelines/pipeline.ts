import type { BatchTable } from '../core/tables.ts';
import type { FoldedBatch } from '../decode/batch.ts';
import type { BatchInput } from '../decode/batch-input.ts';

/** One kind of telemetry: where it comes from, where it goes, and what its records become. */
export type TelemetryPipeline = {
  readonly topic: string;
  readonly group: string;
  /** Every table that a batch may go to. */
  readonly tables: readonly BatchTable[];
  /** Batches in memory at once. */
  readonly batchesAtOnce: number;
  readonly openDesk: () => BatchBuffers;
};

/** The memory in which one batch after the other is formed; the blocks lie in it until they are inserted. */
export type BatchBuffers = {
  /** Folds a batch on an empty buffers; the bodies of the requests are not to be read afterwards. */
  readonly fold: (batch: BatchInput, signal: AbortSignal) => Promise<FoldedBatch>;
  /** Takes everything away. False: so much was kept that a new one is better. */
  readonly clear: () => boolean;
};
