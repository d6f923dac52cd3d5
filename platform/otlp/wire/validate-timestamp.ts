import { dayMs, hourMs, minuteMs } from '../../../schemas/durations.ts';
import { spanAgeDaysMax, spanAheadMinutesMax } from '../limits.ts';

/**
 * Whether an instant is believed, or why not.
 *  verb     what happens then: 'ends'
 *  aheadMs  how long after its receipt; before it when negative
 */
export function validateTimestamp(verb: string, aheadMs: number): string | undefined {
  if (aheadMs < -spanAgeDaysMax * dayMs) {
    return `${verb} ${lapse(-aheadMs)} before it was received; at most ${spanAgeDaysMax} days are taken`;
  }
  if (aheadMs > spanAheadMinutesMax * minuteMs) {
    return `${verb} ${lapse(aheadMs)} after it was received; at most ${spanAheadMinutesMax} minutes are taken`;
  }
  return undefined;
}

/** Rounded up, so that what is past a limit never reads as the limit. */
function lapse(ms: number): string {
  if (ms < 2 * hourMs) return `${tenths(ms / minuteMs)} minutes`;
  if (ms < 2 * dayMs) return `${tenths(ms / hourMs)} hours`;
  return `${tenths(ms / dayMs)} days`;
}

const tenths = (value: number): number => Math.ceil(value * 10) / 10;
