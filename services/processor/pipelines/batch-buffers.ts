import type { FindEdges, FindRepeats, FoldedBatch } from '../decode/batch.ts';
import type { BatchInput } from '../decode/batch-input.ts';

/** The memory in which one batch after the other is formed; the blocks lie in it until they are inserted. */
export type BatchBuffers = {
  /** Folds a batch on an empty buffers; the bodies of the requests are not to be read afterwards. */
  readonly fold: (
    batch: BatchInput,
    folding: {
      readonly signal: AbortSignal;
      readonly findRepeats: FindRepeats;
      readonly findEdges: FindEdges;
    },
  ) => Promise<FoldedBatch>;
  /** Takes everything away. False: so much was kept that a new one is better. */
  readonly clear: () => boolean;
};
