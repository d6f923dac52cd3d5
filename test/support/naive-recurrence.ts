import { minuteMs } from '../../schemas/durations.ts';

/** A schedule as its fields; a day of week is Sunday = 0. Absent: every one. */
export type NaiveSchedule = {
  readonly minutes: readonly number[];
  readonly hours?: readonly number[];
  readonly weekdays?: readonly number[];
  readonly durationMinutes: number;
};

const quarterMs = 15 * minuteMs;
const marginMs = 2 * 86_400_000;

export const cronOf = ({ minutes, hours, weekdays }: NaiveSchedule): string =>
  [minutes.join(','), hours?.join(',') ?? '*', '*', '*', weekdays?.join(',') ?? '*'].join(' ');

/** The time that a clock shows, as a number of minutes. Clocks are changed at quarters of an hour. */
export function wallClock(timeZone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const known = new Map<number, number>();
  return minute => {
    const quarter = Math.floor((minute * minuteMs) / quarterMs);
    const wall = known.get(quarter) ?? shownAt(format, quarter * quarterMs);
    known.set(quarter, wall);
    return wall + minute - (quarter * quarterMs) / minuteMs;
  };
}

function shownAt(format: Intl.DateTimeFormat, atMs: number): number {
  const of = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, +value]),
  );
  const { year = 0, month = 0, day = 0, hour, minute } = of;
  return Date.UTC(year, month - 1, day, hour, minute) / minuteMs;
}

/** Whether each minute around a range is covered, found by looking at a clock minute by minute. */
export function naiveCover(
  schedule: NaiveSchedule,
  wallAt: (minute: number) => number,
  atMs: number,
): (ms: number) => boolean {
  const aroundMs = schedule.durationMinutes * minuteMs + marginMs;
  const from = Math.floor((atMs - aroundMs) / minuteMs);
  const until = Math.ceil((atMs + aroundMs) / minuteMs);
  const starts = startsOf(schedule, wallAt, from, until);
  const firstAt = new Map([...starts].reverse().map(({ minute, wall }) => [wall, minute]));
  const covered = new Uint8Array(until - from);
  for (const { minute, wall } of starts)
    covered.fill(1, minute - from, endOf(schedule, { minute, wall }, firstAt) - from);
  return ms => covered[Math.floor(ms / minuteMs) - from] === 1;
}

type Start = { readonly minute: number; readonly wall: number };

function startsOf(
  schedule: NaiveSchedule,
  wallAt: (minute: number) => number,
  from: number,
  until: number,
): readonly Start[] {
  const isFrequent = schedule.hours === undefined || schedule.minutes.length > 1;
  const starts: Start[] = [];
  let highest = wallAt(from) - 1;
  for (let minute = from; minute < until; minute += 1) {
    const wall = wallAt(minute);
    for (let skipped = highest + 1; skipped < wall; skipped += 1)
      if (matches(schedule, skipped))
        starts.push({ minute: minute + skipped - highest - 1, wall: skipped });
    if (matches(schedule, wall) && (wall > highest || isFrequent)) starts.push({ minute, wall });
    highest = Math.max(highest, wall);
  }
  return starts;
}

/** Of an occurrence that lasts until another one starts, if one goes by the clock. */
function endOf(
  schedule: NaiveSchedule,
  { minute, wall }: Start,
  firstAt: ReadonlyMap<number, number>,
): number {
  const endWall = wall + schedule.durationMinutes;
  for (let next = wall + 1; next <= endWall; next += 1)
    if (firstAt.has(next))
      return Math.max(minute + schedule.durationMinutes, firstAt.get(next) ?? 0);
  return minute + schedule.durationMinutes;
}

function matches({ minutes, hours, weekdays }: NaiveSchedule, wall: number): boolean {
  const shown = new Date(wall * minuteMs);
  return (
    minutes.includes(shown.getUTCMinutes()) &&
    (hours?.includes(shown.getUTCHours()) ?? true) &&
    (weekdays?.includes(shown.getUTCDay()) ?? true)
  );
}
