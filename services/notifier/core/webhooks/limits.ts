import { dayMs, hourMs, minuteMs } from '../../../../schemas/durations.ts';

/** Pauses before the second and every later attempt; one that fails after the last of them is given up. */
export const retryPausesMs = [
  1_000,
  10_000,
  minuteMs,
  10 * minuteMs,
  hourMs,
  5 * hourMs,
  10 * hourMs,
] as const;

/** A pause is longer or shorter by up to this share, so that receivers that come back are not met by all at once. */
export const jitterShare = 0.2;

/** An endpoint at which nothing succeeded for so long is disabled. */
export const failingMsMax = 5 * dayMs;

/** First attempts that are recorded together. A crash repeats at most these. */
export const attemptsPerEvent = 32;
