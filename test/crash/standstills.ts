/** How far a reader is: `place` changes with each step. */
export type Progress = { readonly name: string; readonly place: number; readonly lag: number };

/** Gives those that are behind and have been at one place for longer than this, of looks one after the other. */
export function openStandstills(standstillMsMax: number) {
  const seen = new Map<string, { readonly place: number; readonly sinceMs: number }>();
  const sinceMs = ({ name, place, lag }: Progress, nowMs: number): number => {
    const before = seen.get(name);
    if (lag > 0 && before?.place === place) return before.sinceMs;
    seen.set(name, { place, sinceMs: nowMs });
    return nowMs;
  };
  return (all: readonly Progress[], nowMs: number): readonly Progress[] =>
    all.filter(each => nowMs - sinceMs(each, nowMs) > standstillMsMax);
}
