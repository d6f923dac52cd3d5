/** Entry spans, and those of them that were not good. */
export type Counts = { readonly total: number; readonly bad: number };

/** What ended within a time, which begins at a whole minute. */
export type Counted = Counts & { readonly startSeconds: number; readonly seconds: number };

export const nothing: Counts = { total: 0, bad: 0 };

type Range = { readonly fromSeconds: number; readonly toSeconds: number };

/** The sum of those that began within a range; its bounds are between two of them. */
export function countsWithin(
  counted: readonly Counted[],
  { fromSeconds, toSeconds }: Range,
): Counts {
  let [total, bad] = [0, 0];
  for (const each of counted) {
    if (each.startSeconds < fromSeconds || each.startSeconds >= toSeconds) continue;
    total += each.total;
    bad += each.bad;
  }
  return { total, bad };
}

/** As `countsWithin`, for many ranges of what was counted in the order of time: each costs a search, no pass. */
export function sumsOf(counted: readonly Counted[]): (range: Range) => Counts {
  const upTo: Counts[] = [nothing];
  let [total, bad] = [0, 0];
  for (const each of counted) {
    total += each.total;
    bad += each.bad;
    upTo.push({ total, bad });
  }
  const before = (seconds: number): Counts => upTo[countBefore(counted, seconds)] ?? nothing;
  return ({ fromSeconds, toSeconds }) => {
    const [from, to] = [before(fromSeconds), before(toSeconds)];
    return { total: to.total - from.total, bad: to.bad - from.bad };
  };
}

/** How many began before an instant. */
function countBefore(counted: readonly Counted[], seconds: number): number {
  let [low, high] = [0, counted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((counted[middle]?.startSeconds ?? seconds) < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
