import { Cron, CronPattern } from 'croner';

/** Times at which a silence holds notices, within its `from` and `until`. */
export type Recurrence = {
  /** Minute, hour, day of month, month, day of week. */
  readonly cron: string;
  /** From each start on. */
  readonly durationMinutes: number;
  /** Of the IANA database, such as `Europe/Berlin`. */
  readonly timezone: string;
};

export const cronCharactersMax = 100;
const fieldsCount = 5;
const minuteMs = 60_000;

/** What is wrong with an expression or a time zone; undefined: nothing. */
export function recurrenceFault({ cron, timezone }: Recurrence): string | undefined {
  if (cron.length > cronCharactersMax)
    return `expected at most ${cronCharactersMax} characters in cron`;
  if (cron.trim().split(/\s+/u).length !== fieldsCount)
    return 'expected five fields in cron: minute, hour, day of month, month, day of week';
  try {
    return parsed({ cron, timezone })?.nextRun() ? undefined : neverStarts;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const neverStarts =
  'the cron expression never occurs: none of its months has one of its days; change the day or the month';

/** The end of the occurrence that an instant lies in; undefined: in none. */
export function occurrenceEndMs(recurrence: Recurrence, atMs: number): number | undefined {
  const durationMs = recurrence.durationMinutes * minuteMs;
  const start = parsed(recurrence)?.nextRun(new Date(atMs - durationMs));
  return !start || start.getTime() > atMs ? undefined : start.getTime() + durationMs;
}

/** Parsing costs more than a look, and the notifier looks often. */
const known = new Map<string, Cron | undefined>();
const knownMax = 1_000;

/** Undefined: it never starts. The search for a start goes deeper with each month that has none, up to the end of the stack. */
function parsed({ cron, timezone }: Pick<Recurrence, 'cron' | 'timezone'>): Cron | undefined {
  const name = `${timezone} ${cron}`;
  if (known.has(name)) return known.get(name);
  const found = starts(new CronPattern(cron, timezone))
    ? new Cron(cron, { timezone, paused: true })
    : undefined;
  if (known.size >= knownMax) known.clear();
  known.set(name, found);
  return found;
}

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether one of the months has one of the days; every week has every day of the week. */
const starts = ({ day, month, starDOW, lastDayOfMonth }: CronPattern): boolean =>
  !starDOW ||
  lastDayOfMonth ||
  daysOfMonths.some((days, index) => month[index] === 1 && day.slice(0, days).includes(1));
