/** Limits of evaluating the past once more. */
export const replayLimits = {
  /** Records of one read, and their bytes. */
  readRecordsMax: 5_000,
  readBytesMax: 4 * 1024 * 1024,
  /** Work before others get their turn. */
  turnMs: 8,
  /** The log is read from so long before the windows that are needed: for spans that come late, and ticks. */
  earlierMs: 600_000,
} as const;
