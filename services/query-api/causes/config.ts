import { hourMs } from '../../../schemas/durations.ts';

export const causeLimits = {
  causesMax: 10,
  /** Failing places, and values of attributes, that become candidates. */
  failuresMax: 5,
  attributesMax: 2,
  /** Recorded deployments whose figures are read: the latest. */
  recordedMax: 5,
  tracesNamedMax: 3,
  /** Of an incident that lasts longer, the beginning is looked at. */
  selectionMsMax: 6 * hourMs,
  baselineMs: hourMs,
} as const;
