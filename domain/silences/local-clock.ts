import { dayMs, minuteMs } from '../../schemas/durations.ts';

/** The clock of a time zone. Its times are given as milliseconds, as if the zone were UTC. */
export type LocalClock = {
  /** What the clock shows at an instant. */
  readonly shows: (atMs: number) => number;
  /** The instants at which the clock shows a time: two where it is set back. A time that it skips is as much later as was skipped. */
  readonly instants: (localMs: number) => readonly [number, ...number[]];
  /** The least and the greatest offset from UTC around a range of some days. */
  readonly offsetsMs: (fromMs: number, toMs: number) => readonly [number, number];
};

/** Throws a RangeError that names a zone that does not exist. */
export function localClock(timeZone: string): LocalClock {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsetMs = (atMs: number): number => offsetIn(format.format(atMs));
  return {
    shows: atMs => atMs + offsetMs(atMs),
    instants: localMs => {
      const [before, after] = [offsetMs(localMs - dayMs), offsetMs(localMs + dayMs)];
      const [first, second] = [localMs - before, localMs - after];
      if (before === after || offsetMs(second) !== after) return [first];
      return offsetMs(first) === before ? [first, second] : [second];
    },
    offsetsMs: (fromMs, toMs) => {
      const offsets = [offsetMs(fromMs - dayMs), offsetMs(toMs + dayMs)];
      return [Math.min(...offsets), Math.max(...offsets)];
    },
  };
}

/** Of `3/29/2026, GMT+02:00`; UTC itself has no figures. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)$/u.exec(text) ?? [];
  const offsetMinutes = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return (sign === '-' ? -offsetMinutes : offsetMinutes) * minuteMs;
}
