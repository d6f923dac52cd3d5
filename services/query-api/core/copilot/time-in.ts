import type { LocalClock } from '../../../../domain/silences/local-clock.ts';
import { dayMs, hourMs, minuteMs } from '../../../../schemas/durations.ts';
import { durationIn, durationText } from './duration-in.ts';

/** A time that a question names; never later than now. */
export type TimeAsked = { readonly fromMs: number; readonly toMs: number };

export type Now = { readonly nowMs: number; readonly clock: LocalClock };

/** As far as a time of day that is named alone may be meant: `at 14:05`, `an hour ago`. */
const aroundMs = 15 * minuteMs;

/** The time that a question names, by the clock of who asks; undefined where it names none. */
export function timeIn(question: string, now: Now): TimeAsked | undefined {
  const text = question.toLowerCase();
  const asked = [between, since, lastOrPast, ago, aroundTime, namedDay]
    .map(find => find(text, now))
    .find(found => found !== undefined);
  if (asked === undefined) return undefined;
  const toMs = Math.min(asked.toMs, now.nowMs);
  return asked.fromMs < toMs ? { fromMs: asked.fromMs, toMs } : undefined;
}

const instant = String.raw`\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:z|[+-]\d\d:\d\d)`;
const timeOfDay = String.raw`(?:\d{1,2}(?::\d\d)?(?: ?(?:am|pm)\b|\b)|noon|midday|midnight|lunch(?:time)?|breakfast)`;
const point = `(${instant}|${timeOfDay})`;

/** `between 23:45 and 23:55 yesterday`, `from 2 to 3pm`, `14:00-14:20`. */
const betweenForms = [
  new RegExp(`\\bbetween ${point} and ${point}`, 'u'),
  new RegExp(`\\bfrom ${point} (?:to|until|till) ${point}`, 'u'),
  /\b(\d{1,2}:\d\d) ?[-–] ?(\d{1,2}:\d\d)\b/u,
];

function between(text: string, now: Now): TimeAsked | undefined {
  const [, first, last] = betweenForms.map(form => form.exec(text)).find(Boolean) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const toMs = pointMs(last, text, now);
  // `between 2 and 3pm` is in one half of the day.
  const fromMs = pointMs(withHalf(first, last), text, now);
  if (fromMs === undefined || toMs === undefined) return undefined;
  return fromMs < toMs ? { fromMs, toMs } : { fromMs: fromMs - dayMs, toMs };
}

const withHalf = (first: string, last: string): string =>
  /^\d{1,2}$/u.test(first) ? `${first} ${/am|pm/u.exec(last)?.[0] ?? ''}`.trim() : first;

/** `since lunch`, `since 14:00`, `after 2pm`, `since yesterday`, `since Monday`. */
function since(text: string, now: Now): TimeAsked | undefined {
  const [, named] = new RegExp(`\\b(?:since|after) (?:about )?${point}`, 'u').exec(text) ?? [];
  const fromMs = named === undefined ? sinceDay(text, now) : pointMs(named, text, now);
  return fromMs === undefined ? undefined : { fromMs, toMs: now.nowMs };
}

function sinceDay(text: string, now: Now): number | undefined {
  const [, rest] = /\bsince (.{1,60})/u.exec(text) ?? [];
  if (rest === undefined) return undefined;
  return namedDay(rest, now)?.fromMs ?? ago(rest, now)?.fromMs;
}

/** `the last five minutes`, `past hour`, `last couple of hours`. */
function lastOrPast(text: string, { nowMs }: Now): TimeAsked | undefined {
  const ms = durationIn(text, /\b(?:last|past) /u);
  return ms === undefined ? undefined : { fromMs: nowMs - ms, toMs: nowMs };
}

/** `20 minutes ago`, `an hour ago`: around then. */
function ago(text: string, { nowMs }: Now): TimeAsked | undefined {
  const [, words] = new RegExp(`\\b(${durationText}) ago\\b`, 'u').exec(text) ?? [];
  const ms = words === undefined ? undefined : durationIn(words, /^/u);
  if (ms === undefined) return undefined;
  const reach = Math.max(aroundMs, ms / 4);
  return { fromMs: nowMs - ms - reach, toMs: nowMs - ms + reach };
}

/** `at 14:05`, `around 3pm`, and an instant alone. */
function aroundTime(text: string, now: Now): TimeAsked | undefined {
  const form = new RegExp(
    `\\b(?:at|around|about|by|near) ${point}|(${instant})|\\b(\\d{1,2}:\\d\\d)\\b`,
    'u',
  );
  const named = form.exec(text)?.slice(1).find(Boolean);
  const atMs = named === undefined ? undefined : pointMs(named, text, now);
  return atMs === undefined ? undefined : { fromMs: atMs - aroundMs, toMs: atMs + aroundMs };
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Hours of the parts of a day. */
const partsOfDay: Readonly<Record<string, readonly [number, number]>> = {
  morning: [6, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [21, 30],
};

/** `yesterday morning`, `today`, `last night`, `on Monday`, `2026-11-27`. */
function namedDay(text: string, now: Now): TimeAsked | undefined {
  if (/\blast night\b/u.test(text)) return partOf('night', dayStart(now) - dayMs, now);
  const startMs = dayNamed(text, now);
  const [part] = /\b(?:morning|afternoon|evening|night)\b/u.exec(text) ?? [];
  if (startMs === undefined)
    return part !== undefined && /\b(?:this|tonight)\b/u.test(text)
      ? partOf(part, dayStart(now), now)
      : undefined;
  return part === undefined ? within(startMs, 0, 24, now) : partOf(part, startMs, now);
}

const partOf = (part: string, localMs: number, now: Now): TimeAsked => {
  const [from, to] = partsOfDay[part] ?? [0, 24];
  return within(localMs, from, to, now);
};

/** Hours of a day that the clock begins at `localMs`. */
const within = (localMs: number, from: number, to: number, { clock }: Now): TimeAsked => ({
  fromMs: clock.instants(localMs + from * hourMs)[0],
  toMs: clock.instants(localMs + to * hourMs)[0],
});

/** By the clock, the begin of today. */
const dayStart = ({ nowMs, clock }: Now): number => Math.floor(clock.shows(nowMs) / dayMs) * dayMs;

/** By the clock, the begin of a day that is named; the last one of a weekday. */
function dayNamed(text: string, now: Now): number | undefined {
  const today = dayStart(now);
  const [date] = /\b\d{4}-\d\d-\d\d\b/u.exec(text) ?? [];
  if (date !== undefined) return Number.isNaN(Date.parse(date)) ? undefined : Date.parse(date);
  if (/\byesterday\b/u.test(text)) return today - dayMs;
  if (/\btoday\b/u.test(text)) return today;
  const weekday = weekdays.findIndex(name => new RegExp(`\\b${name}\\b`, 'u').test(text));
  if (weekday < 0) return undefined;
  const back = (new Date(today).getUTCDay() - weekday + 7) % 7;
  return today - (back === 0 ? 7 : back) * dayMs;
}

const names: Readonly<Record<string, readonly [number, number]>> = {
  midnight: [0, 0],
  breakfast: [8, 0],
  noon: [12, 0],
  midday: [12, 0],
  lunch: [12, 0],
  lunchtime: [12, 0],
};

/** The instant of a time of day on the day that the text names, or else the last time that the clock showed it. */
function pointMs(named: string, text: string, now: Now): number | undefined {
  if (new RegExp(`^${instant}$`, 'u').test(named)) return Date.parse(named);
  const [hours, minutes] = names[named] ?? hoursOf(named);
  if (hours > 24 || minutes > 59) return undefined;
  const after = hours * hourMs + minutes * minuteMs;
  const day = dayNamed(text, now);
  if (day !== undefined) return now.clock.instants(day + after)[0];
  const today = now.clock.instants(dayStart(now) + after)[0];
  return today <= now.nowMs ? today : now.clock.instants(dayStart(now) - dayMs + after)[0];
}

function hoursOf(named: string): readonly [number, number] {
  const [, hours, minutes, half] = /^(\d{1,2})(?::(\d\d))?(?: ?(am|pm))?$/u.exec(named) ?? [];
  const ofHalf = half === undefined ? Number(hours) : Number(hours) % 12;
  return [ofHalf + (half === 'pm' ? 12 : 0), Number(minutes ?? 0)];
}
