/** Traces of one organization that are told of in one minute; the others are counted. */
export const toldPerMinuteMax = 600;

export const minuteMs = 60_000;

/** A trace is told of once in this time. */
export const toldAgainAfterMs = 24 * 60 * minuteMs;
