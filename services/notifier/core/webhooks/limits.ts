const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Pauses before the second and every later attempt; one that fails after the last of them is given up. */
export const retryPausesMs = [
  second,
  10 * second,
  minute,
  10 * minute,
  hour,
  5 * hour,
  10 * hour,
] as const;

/** A pause is longer or shorter by up to this share, so that receivers that come back are not met by all at once. */
export const jitterShare = 0.2;

/** An endpoint at which nothing succeeded for so long is disabled. */
export const failingMsMax = 5 * 24 * hour;

/** First attempts that are recorded together. A crash repeats at most these. */
export const attemptsPerEvent = 32;
