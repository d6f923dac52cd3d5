import { dayMs, hourMs } from '../../../schemas/durations.ts';

/** Limits of the reads of anomalies. */
export const anomalyReadLimits = {
  /** Anomalies of an organization that one list looks at, the newest first. */
  anomaliesScannedMax: 10_000,
  /** Scores are read from so long before an anomaly was detected to so long after it. */
  scoresBeforeMs: 1_800_000,
  scoresAfterMs: 1_800_000,
  scoresMax: 500,
  /** Scores of a service are read over at most so long, which are 10,080 of a metric. */
  bandRangeMsMax: 7 * dayMs,
  bandPresetMs: dayMs,
  /** A version that began so long before an anomaly may be its cause. */
  deploymentBeforeMs: hourMs,
} as const;
