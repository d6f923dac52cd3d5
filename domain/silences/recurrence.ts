import { Cron, CronPattern } from 'croner';
import { minuteMs } from '../../schemas/durations.ts';
import { cronCharactersMax, type Recurrence } from '../../schemas/silences/silence.ts';
import type { FieldFault } from '../faults.ts';
import { type LocalClock, localClock } from './local-clock.ts';

type Sent = {
  readonly recurrence?: { readonly cron: string; readonly timezone: string } | null | undefined;
};

/** What is wrong with the recurrence of a request about a silence. */
export function recurrenceFaults({ recurrence }: Sent): FieldFault[] {
  const message = recurrence ? recurrenceFault(recurrence) : undefined;
  return message === undefined ? [] : [{ field: 'recurrence', message }];
}

const fieldsCount = 5;

/** What is wrong with an expression or a time zone; undefined: nothing. */
export function recurrenceFault({
  cron,
  timezone,
}: Pick<Recurrence, 'cron' | 'timezone'>): string | undefined {
  if (cron.length > cronCharactersMax)
    return `expected at most ${cronCharactersMax} characters in cron`;
  if (cron.trim().split(/\s+/u).length !== fieldsCount)
    return 'expected five fields in cron: minute, hour, day of month, month, day of week';
  try {
    return parsed({ cron, timezone })?.starts.nextRun() ? undefined : neverStarts;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const neverStarts =
  'the cron expression never occurs: none of its months has one of its days; change the day or the month';

/**
 * The end of an occurrence that an instant lies in; undefined: in none. An expression names times of the local clock, so
 * its starts are the same for each instant. A time that the clock skips starts as much later as was skipped. A time that it
 * shows twice starts at the first, and at the second too if the expression starts more often than once an hour, or in every hour.
 * An occurrence that by the clock lasts until the next one has no hole before it.
 */
export function occurrenceEndMs(recurrence: Recurrence, atMs: number): number | undefined {
  const schedule = parsed(recurrence);
  if (schedule === undefined) return undefined;
  const durationMs = recurrence.durationMinutes * minuteMs;
  const [leastMs, mostMs] = schedule.clock.offsetsMs(atMs - durationMs, atMs);
  const from = { durationMs, atMs, localMs: atMs - durationMs + mostMs, lastMs: atMs + mostMs };
  const found = endFrom(schedule, from);
  if (found !== undefined || leastMs === mostMs) return found;
  return endFrom(schedule, { ...from, localMs: from.localMs - 2 * (mostMs - leastMs) });
}

type Range = {
  readonly durationMs: number;
  readonly atMs: number;
  /** By the local clock: starts after it, and none after the last. */
  readonly localMs: number;
  readonly lastMs: number;
};

function endFrom(schedule: Schedule, { durationMs, atMs, ...range }: Range): number | undefined {
  const { starts, clock } = schedule;
  for (let localMs = after(starts, range.localMs); localMs <= range.lastMs; ) {
    const nextMs = after(starts, localMs);
    const untilMs = nextMs <= localMs + durationMs ? clock.instants(nextMs)[0] : 0;
    for (const startMs of startsAt(schedule, localMs)) {
      const endMs = Math.max(startMs + durationMs, untilMs);
      if (startMs <= atMs && atMs < endMs) return endMs;
    }
    localMs = nextMs;
  }
  return undefined;
}

/** Times of the local clock are counted as those of UTC are, so no change of the clock is among them. */
const after = (starts: Cron, localMs: number): number =>
  starts.nextRun(new Date(localMs))?.getTime() ?? Number.POSITIVE_INFINITY;

function startsAt({ clock, isFrequent }: Schedule, localMs: number): readonly number[] {
  const instants = clock.instants(localMs);
  return isFrequent ? instants : instants.slice(0, 1);
}

type Schedule = {
  readonly starts: Cron;
  readonly clock: LocalClock;
  /** More than once an hour, or in every hour. */
  readonly isFrequent: boolean;
};

/** Parsing costs more than a look, and the notifier looks often. */
const known = new Map<string, Schedule | undefined>();
const knownMax = 1_000;

/** Undefined: it never starts. The search for a start goes deeper with each month that has none, up to the end of the stack. */
function parsed({ cron, timezone }: Pick<Recurrence, 'cron' | 'timezone'>): Schedule | undefined {
  const name = `${timezone} ${cron}`;
  if (known.has(name)) return known.get(name);
  const pattern = new CronPattern(cron);
  const clock = localClock(timezone);
  const isFrequent = sumOf(pattern.minute) > 1 || !pattern.hour.includes(0);
  const starts = new Cron(cron, { utcOffset: 0, paused: true });
  const found = canStart(pattern) ? { starts, clock, isFrequent } : undefined;
  if (known.size >= knownMax) known.clear();
  known.set(name, found);
  return found;
}

const sumOf = (flags: readonly number[]): number => flags.reduce((sum, flag) => sum + flag, 0);

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether one of the months has one of the days; every week has every day of the week. */
const canStart = ({ day, month, starDOW, lastDayOfMonth }: CronPattern): boolean =>
  !starDOW ||
  lastDayOfMonth ||
  daysOfMonths.some((days, index) => month[index] === 1 && day.slice(0, days).includes(1));
