import { Cron } from 'croner';

/** Times at which a silence holds notices, within its `from` and `until`. */
export type Recurrence = {
  /** Minute, hour, day of month, month, day of week. */
  readonly cron: string;
  /** From each start on. */
  readonly durationMinutes: number;
  /** Of the IANA database, such as `Europe/Berlin`. */
  readonly timezone: string;
};

const fieldsCount = 5;
const minuteMs = 60_000;

/** What is wrong with an expression or a time zone; undefined: nothing. */
export function recurrenceFault({ cron, timezone }: Recurrence): string | undefined {
  if (cron.trim().split(/\s+/u).length !== fieldsCount)
    return 'expected five fields in cron: minute, hour, day of month, month, day of week';
  try {
    parsed({ cron, timezone }).nextRun();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The end of the occurrence that an instant lies in; undefined: in none. */
export function occurrenceEndMs(recurrence: Recurrence, atMs: number): number | undefined {
  const durationMs = recurrence.durationMinutes * minuteMs;
  const start = parsed(recurrence).nextRun(new Date(atMs - durationMs));
  return start === null || start.getTime() > atMs ? undefined : start.getTime() + durationMs;
}

/** Parsing costs more than a look, and the notifier looks often. */
const known = new Map<string, Cron>();
const knownMax = 1_000;

function parsed({ cron, timezone }: Pick<Recurrence, 'cron' | 'timezone'>): Cron {
  const name = `${timezone} ${cron}`;
  const found = known.get(name) ?? new Cron(cron, { timezone, paused: true });
  if (known.size >= knownMax) known.clear();
  known.set(name, found);
  return found;
}
