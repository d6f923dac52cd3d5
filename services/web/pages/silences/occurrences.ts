import { Cron, CronPattern } from 'croner';
import type { Silence } from '../../silences.ts';
import { type LocalClock, localClock } from './local-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Starts that are worked out of the silences of a page together, so that a browser never stands still for them. */
export const startsMax = 10_000;

export type Occurrence = { readonly fromMs: number; readonly untilMs: number };

export type Found = {
  readonly occurrences: readonly Occurrence[];
  /** What begins later is not among them. */
  readonly knownUntilMs: number;
};

type Recurrence = NonNullable<Silence['recurrence']>;

/**
 * When a silence holds notices within a range, in order and without overlaps, after at most so many starts. A test
 * compares it with what the notifier decides by.
 */
export function occurrencesOf(
  { from, until, recurrence }: Pick<Silence, 'from' | 'until' | 'recurrence'>,
  range: Occurrence,
  starts = startsMax,
): Found {
  const fromMs = Math.max(range.fromMs, Date.parse(from));
  const untilMs = Math.min(range.untilMs, Date.parse(until));
  const none = { occurrences: [], knownUntilMs: range.untilMs };
  if (fromMs >= untilMs) return none;
  if (recurrence === null) return { ...none, occurrences: [{ fromMs, untilMs }] };
  const started = startedIn(recurrence, { fromMs, untilMs }, starts);
  const occurrences = merged(started).flatMap(each => {
    const part = {
      fromMs: Math.max(each.fromMs, fromMs),
      untilMs: Math.min(each.untilMs, untilMs),
    };
    return part.fromMs < part.untilMs ? [part] : [];
  });
  const isCut = started.length >= starts;
  return { occurrences, knownUntilMs: isCut ? (started.at(-1)?.fromMs ?? fromMs) : range.untilMs };
}

/** All that may lie in the range. By the clock of the zone, what lasts until the next start has no hole before it. */
function startedIn(
  recurrence: Recurrence,
  { fromMs, untilMs }: Occurrence,
  most: number,
): Occurrence[] {
  const { cron, duration_minutes: minutes, timezone } = recurrence;
  const durationMs = minutes * minuteMs;
  const clock = localClock(timezone);
  const startsAt = startsOf(cron, clock);
  const starts = new Cron(cron, { utcOffset: 0, paused: true });
  const after = (localMs: number): number =>
    starts.nextRun(new Date(localMs))?.getTime() ?? Number.POSITIVE_INFINITY;
  const [least, greatest] = [Math.min, Math.max].map(end =>
    end(clock.offsetMs(fromMs - durationMs - dayMs), clock.offsetMs(untilMs + dayMs)),
  ) as [number, number];
  const found: Occurrence[] = [];
  let localMs = after(fromMs - durationMs + 2 * least - greatest);
  while (localMs <= untilMs + greatest && found.length < most) {
    const nextMs = after(localMs);
    const joinedMs = nextMs <= localMs + durationMs ? (clock.instants(nextMs)[0] ?? 0) : 0;
    for (const startMs of startsAt(localMs))
      found.push({ fromMs: startMs, untilMs: Math.max(startMs + durationMs, joinedMs) });
    localMs = nextMs;
  }
  return found;
}

/** A time that the clock shows twice starts twice only if starts come more often than once an hour, or in every hour. */
function startsOf(cron: string, clock: LocalClock): (localMs: number) => readonly number[] {
  const { minute, hour } = new CronPattern(cron);
  const isFrequent = minute.filter(flag => flag === 1).length > 1 || !hour.includes(0);
  return localMs => (isFrequent ? clock.instants(localMs) : clock.instants(localMs).slice(0, 1));
}

function merged(occurrences: readonly Occurrence[]): readonly Occurrence[] {
  const all: Occurrence[] = [];
  for (const each of occurrences.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = all.at(-1);
    if (last === undefined || each.fromMs > last.untilMs) all.push(each);
    else all[all.length - 1] = { ...last, untilMs: Math.max(last.untilMs, each.untilMs) };
  }
  return all;
}
