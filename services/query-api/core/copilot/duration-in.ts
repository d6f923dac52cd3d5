import { dayMs, hourMs, minuteMs } from '../../../../schemas/durations.ts';

const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  'a couple of': 2,
  'couple of': 2,
  couple: 2,
  two: 2,
  three: 3,
  few: 3,
  'a few': 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  half: 0.5,
  'half an': 0.5,
  'half a': 0.5,
};

const units: Readonly<Record<string, number>> = {
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};

const longestFirst = Object.keys(numbers).toSorted((left, right) => right.length - left.length);
const count = `(?:\\d{1,4}|${longestFirst.join('|')})`;
const unit = '(?:minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)';

/** The form of `20 minutes`, `an hour`, `half an hour`, `3h`. */
export const durationText = `${count} ?${unit}`;

/** The milliseconds of a duration that follows `before` in a text; `last hour` has no number. */
export function durationIn(text: string, before: RegExp): number | undefined {
  const form = new RegExp(`${before.source}(?:(${count}) ?)?(${unit})\\b`, 'u');
  const [, number, named = ''] = form.exec(text) ?? [];
  const ms = units[named.charAt(0)];
  if (ms === undefined) return undefined;
  return ms * (number === undefined ? 1 : (numbers[number] ?? Number(number)));
}
