import { dayMs, hourMs, minuteMs } from '../../../../schemas/durations.ts';

/** Items of a channel that come within this time after the first go into one notice. */
export const noticeWindowMs = 30_000;

/** Notices of a channel in one hour; what is above is counted in the next one. */
export const noticesPerHourMax = 60;
export const floodWindowMs = hourMs;

/** Items in one notice; the others go into the next. */
export const noticeItemsMax = 100;

/** A receiver that asks to be left alone for longer is tried again after this time. */
export const retryAfterMsMax = 30 * minuteMs;

/** A notice is tried for so long. */
export const noticeExpiresMs = dayMs;
