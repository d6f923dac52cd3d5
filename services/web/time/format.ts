import type { Zone } from './time-search.ts';
import { timeZoneOf } from './zone.ts';

const day = { day: '2-digit', month: 'short' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const shapes = {
  minute: { ...day, ...clock },
  second: { ...day, ...clock, second: '2-digit' },
  clock: { ...clock, second: '2-digit' },
  day,
} as const;

const made = new Map<string, Intl.DateTimeFormat>();

/** An instant in words, such as `25 Nov, 02:14`. */
export function instantText(ms: number, shape: keyof typeof shapes, zone: Zone): string {
  const key = `${shape} ${zone}`;
  let format = made.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { ...shapes[shape], timeZone: timeZoneOf(zone) });
    made.set(key, format);
  }
  return format.format(ms);
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A span of time with its largest unit, such as `3 h`. */
export function spanText(ms: number): string {
  const [unit, size] = units.find(([, each]) => Math.abs(ms) >= each) ?? ['s', 1_000];
  return `${Math.floor(Math.abs(ms) / size)} ${unit}`;
}

/** How long ago, or in how long, an instant is. */
export function relativeText(ms: number, nowMs: number): string {
  const distance = nowMs - ms;
  if (Math.abs(distance) < 1_000) return 'now';
  return distance > 0 ? `${spanText(distance)} ago` : `in ${spanText(distance)}`;
}
