import { consumers } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { sampleTables } from '../core/tables.ts';
import { buildSampleBatch } from '../gather/build-sample-batch.ts';
import type { BatchBuffers } from './batch-buffers.ts';
import type { TelemetryPipeline } from './pipeline.ts';

/** Heartbeats, results of health checks and delivery attempts. */
export const samplePipeline: TelemetryPipeline = {
  ...consumers.samples,
  tables: sampleTables,
  batchesAtOnce: limits.sampleBatchesAtOnce,
  openDesk: () => noBuffers,
  openBuild: () => buildSampleBatch,
};

/** A batch of samples is read at once, into memory of its own. */
const noBuffers: BatchBuffers = {
  fold: async () => {
    throw new Error('expected a batch of OTLP requests, found samples');
  },
  clear: () => true,
};
