import type { BatchRange } from '../core/range.ts';
import type { RequestRecord } from '../gather/request.ts';

/** The requests of one range of a topic, read and without repeats. */
export type BatchInput = {
  readonly requests: readonly RequestRecord[];
  readonly range: BatchRange;
  readonly knownSeconds: number;
};
