import { minuteMs } from '../../../../schemas/durations.ts';

/** Failed traces of one organization that are reported in one minute; the others are counted. */
export const reportedPerMinuteMax = 600;

/** A trace is reported once in this time. */
export const reportedAgainAfterMs = 24 * 60 * minuteMs;
