const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Clocks are changed at quarters of an hour. */
const quarterMs = 15 * minuteMs;

/** The clock of a time zone. Its times are milliseconds, as if the zone were UTC. */
export type LocalClock = {
  readonly offsetMs: (atMs: number) => number;
  /** When it shows a time: twice where it is set back. A time that it skips is as much later as was skipped. */
  readonly instants: (localMs: number) => readonly number[];
};

/** Throws a RangeError for a zone that the browser does not know. */
export function localClock(timeZone: string): LocalClock {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const known = new Map<number, number>();
  const offsetMs = (atMs: number): number => {
    const quarter = Math.floor(atMs / quarterMs);
    const found = known.get(quarter) ?? offsetIn(format.format(quarter * quarterMs));
    known.set(quarter, found);
    return found;
  };
  return {
    offsetMs,
    instants: localMs => {
      const [before, after] = [offsetMs(localMs - dayMs), offsetMs(localMs + dayMs)];
      const [first, second] = [localMs - before, localMs - after];
      if (before === after || offsetMs(second) !== after) return [first];
      return offsetMs(first) === before ? [first, second] : [second];
    },
  };
}

/** Of `3/29/2026, GMT+02:00`; UTC itself has no figures. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)$/u.exec(text) ?? [];
  const offsetMinutes = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return (sign === '-' ? -offsetMinutes : offsetMinutes) * minuteMs;
}
