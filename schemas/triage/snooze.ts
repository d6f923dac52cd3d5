import { hourMs } from '../durations.ts';

const units = { m: hourMs / 60, h: hourMs, d: 24 * hourMs } as const;

/** `30m`, `4h` or `7d`. */
export const snoozePattern = /^\d+[mhd]$/u;
export const snoozeDaysMax = 30;

/** Milliseconds of a text that has the pattern; undefined if it is zero or longer than a snooze may be. */
export function snoozeMsOf(text: string): number | undefined {
  const ms = Number(text.slice(0, -1)) * units[text.slice(-1) as keyof typeof units];
  return ms > 0 && ms <= snoozeDaysMax * units.d ? ms : undefined;
}
