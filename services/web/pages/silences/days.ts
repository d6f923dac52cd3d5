import type { Silence } from '../../silences.ts';
import type { Zone } from '../../time/time-search.ts';
import { type Occurrence, occurrencesOf, startsMax } from './occurrences.ts';

export type Hold = Occurrence & { readonly silence: Silence };

export type Day = Occurrence & {
  readonly holds: readonly Hold[];
  /** False: there are more than are worked out. */
  readonly isWhole: boolean;
};

/** The days from that of an instant on, by the clock of the page, each with what is held on it. */
export function daysOf(
  silences: readonly Silence[],
  { fromMs, zone, count }: { readonly fromMs: number; readonly zone: Zone; readonly count: number },
): readonly Day[] {
  const starts = dayStarts(fromMs, zone, count + 1);
  const whole = { fromMs, untilMs: starts.at(-1) ?? fromMs };
  const open = silences.filter(({ status }) => status !== 'ended');
  const share = Math.ceil(startsMax / Math.max(1, open.length));
  const found = open.map(silence => ({ silence, ...occurrencesOf(silence, whole, share) }));
  const knownUntilMs = Math.min(whole.untilMs, ...found.map(each => each.knownUntilMs));
  const holds = found
    .flatMap(({ silence, occurrences }) => occurrences.map(each => ({ ...each, silence })))
    .sort((a, b) => a.fromMs - b.fromMs);
  return starts.slice(0, count).map((startMs, index) => {
    const day = { fromMs: startMs, untilMs: starts[index + 1] ?? startMs };
    const isWhole = day.untilMs <= knownUntilMs;
    return { ...day, isWhole, holds: holds.flatMap(hold => partOf(hold, day)) };
  });
}

function partOf(hold: Hold, day: Occurrence): readonly Hold[] {
  const fromMs = Math.max(hold.fromMs, day.fromMs);
  const untilMs = Math.min(hold.untilMs, day.untilMs);
  return fromMs < untilMs ? [{ ...hold, fromMs, untilMs }] : [];
}

function dayStarts(fromMs: number, zone: Zone, count: number): readonly number[] {
  const at = new Date(fromMs);
  return Array.from({ length: count }, (_, index) =>
    zone === 'utc'
      ? Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + index)
      : new Date(at.getFullYear(), at.getMonth(), at.getDate() + index).getTime(),
  );
}
